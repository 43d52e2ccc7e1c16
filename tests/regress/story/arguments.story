Path:     arguments.c:7  main  number of arguments = 2  (input)
          arguments.c:8  main  argc == 3
          arguments.c:8  main  if (argc == 3 && !strcmp(argv[1], "-x"))
          arguments.c:9  main  argv[2][0] == 122
          arguments.c:9  main  error: an assertion fails
Inputs:   arguments.c:7: number of arguments = 2
          arguments.c:7: argv[1] = "-x" (argument)
          arguments.c:7: argv[2] = "z..." (argument)
