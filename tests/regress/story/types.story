Path:     types.c:9   main  c = 120 'x'      (input __VERIFIER_nondet_char)
          types.c:10  main  u = 4000000000   (input __VERIFIER_nondet_uint)
          types.c:11  main  c == 'x'
          types.c:12  main  u == 4000000000
          types.c:14  main  c >= 'b'         (c = 120 'x')
          types.c:14  main  u >= 3000000001  (u = 4000000000)
          types.c:15  main  error: reach_error is called
Inputs:   types.c:9: c = 120 (__VERIFIER_nondet_char)
          types.c:10: u = 4000000000 (__VERIFIER_nondet_uint)
