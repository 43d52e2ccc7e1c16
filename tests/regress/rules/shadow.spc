// Each device is opened before it is read: a field that the program does not have.
shadow struct dev { int opened = 0; }
event { after pattern { $? = dev_open($1); } action { $1->opened = 1; } }
event { pattern { $? = dev_read($1, ...); } guard { $1->opened == 1 } }
event { pattern { dev_close($1); } guard { $1->opened } action { $1->opened = 0; } repair { $1->opened = 0; } }
