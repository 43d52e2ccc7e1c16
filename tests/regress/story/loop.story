Path:     loop.c:7   main  n = 10   (input __VERIFIER_nondet_int)
          loop.c:10  main  n >= 0   (n = 10)
          loop.c:10  main  n <= 20  (n = 10)
          loop.c:14  main  sum = 0
          loop.c:14  main  i = 1
          loop.c:14  main  9 times around the loop; then:
          loop.c:14  main  i <= n   (i = 10, n = 10)
          loop.c:14  main  sum = 55
          loop.c:14  main  i = 11
          loop.c:14  main  n < i    (n = 10, i = 11)
          loop.c:16  main  sum == 55
          loop.c:17  main  error: reach_error is called
Inputs:   loop.c:7: n = 10 (__VERIFIER_nondet_int)
          loop.c:8: other = 0 (__VERIFIER_nondet_int)
