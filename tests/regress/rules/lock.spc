// The same in the language of BLAST.
global int locked = 0;
initial { locked == 0 }
event { before pattern { lock(); } guard { locked == 0 } action { locked = 1; } }
event { before pattern { unlock(); } guard { locked == 1 } action { locked = 0; } }
final { locked == 0 }
