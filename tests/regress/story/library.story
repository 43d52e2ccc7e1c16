Path:     library.c:8   main  random() = 7  (input)
          library.c:10  main  time() = 99   (input)
          library.c:11  main  random() == 7
          library.c:11  main  now == 99
          library.c:11  main  error: an assertion fails
Inputs:   library.c:8: random() = 7
          library.c:10: time() = 99
