Path:     array.c:8   main  i = 0
          array.c:8   main  3 times around the loop; then:
          array.c:8   main  i <= 3         (i = 3)
          array.c:8   main  i = 4
          array.c:8   main  i >= 4         (i = 4)
          array.c:10  main  at = 2         (input __VERIFIER_nondet_int)
          array.c:11  main  at >= 1        (at = 2)
          array.c:11  main  at <= 3        (at = 2)
          array.c:13  main  table[2] = 27  (table[at] += 7;)
          array.c:14  main  table[2] == 27
          array.c:15  main  error: reach_error is called
Inputs:   array.c:10: at = 2 (__VERIFIER_nondet_int)
