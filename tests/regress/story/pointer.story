Path:     pointer.c:17  main   p != 0                        (p = &heap@16)
          pointer.c:19  main   __VERIFIER_nondet_int() = 42  (input)
          pointer.c:11    set  heap@16+4 = 42                (p->second = value;)
          pointer.c:20  main   heap@16+4 == 42
          pointer.c:21  main   q = &there
          pointer.c:22  main   there = 5                     (*q = 5;)
          pointer.c:23  main   there == 5
          pointer.c:24  main   error: reach_error is called
Inputs:   pointer.c:19: __VERIFIER_nondet_int() = 42
