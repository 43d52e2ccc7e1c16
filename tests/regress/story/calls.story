Path:     calls.c:18  main          n = 3   (input __VERIFIER_nondet_uint)
          calls.c:19  main          n <= 9  (n = 3)
          calls.c:8     down        depth = 1
          calls.c:9     down        n != 0  (n = 3)
          calls.c:7       down      n = 2   (parameter)
          calls.c:8       down      depth = 2
          calls.c:9       down      n != 0  (n = 2)
          calls.c:7         down    n = 1   (parameter)
          calls.c:8         down    depth = 3
          calls.c:9         down    n != 0  (n = 1)
          calls.c:7           down  n = 0   (parameter)
          calls.c:8           down  depth = 4
          calls.c:9           down  n == 0
          calls.c:14    check       found == 4
          calls.c:15    check       error: reach_error is called
Inputs:   calls.c:18: n = 3 (__VERIFIER_nondet_uint)
