Path:     input-loop.c:8   main  state = 0
          input-loop.c:9   main  input = 3  (input __VERIFIER_nondet_int)
          input-loop.c:10  main  state == 0
          input-loop.c:10  main  input == 3
          input-loop.c:11  main  state = 1
          input-loop.c:9   main  input = 5  (input __VERIFIER_nondet_int)
          input-loop.c:12  main  state == 1
          input-loop.c:12  main  input == 5
          input-loop.c:6   main  state = 2
          input-loop.c:9   main  input = 7  (input __VERIFIER_nondet_int)
          input-loop.c:14  main  state == 2
          input-loop.c:14  main  input == 7
          input-loop.c:15  main  error: reach_error is called
Inputs:   input-loop.c:9: input = 3 (__VERIFIER_nondet_int)
          input-loop.c:9: input = 5 (__VERIFIER_nondet_int)
          input-loop.c:9: input = 7 (__VERIFIER_nondet_int)
