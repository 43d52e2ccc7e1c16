Path:     overflow.c:7   main  x = 2147483646  (input __VERIFIER_nondet_int)
          overflow.c:9   main  x == 2147483646
          overflow.c:11  main  steps = 0
          overflow.c:11  main  steps <= 1      (steps = 0)
          overflow.c:12  main  x = 2147483647
          overflow.c:13  main  steps = 1
          overflow.c:11  main  steps <= 1      (steps = 1)
          overflow.c:12  main  x + 1 < x       (x = 2147483647)
          overflow.c:12  main  error: signed overflow in +
Inputs:   overflow.c:7: x = 2147483646 (__VERIFIER_nondet_int)
