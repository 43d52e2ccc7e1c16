// stdio.c - <stdio.h>: streams; formatted text is in printf.c and scanf.c
//
// What is read is an input; what is written to standard output is shown, to
// other streams it is dropped.  Any operation may fail.
#include "libc.h"

File __hone_stdin = { .pushed = EOF, .descriptor = 0 };
File __hone_stdout = { .pushed = EOF, .descriptor = 1 };
File __hone_stderr = { .pushed = EOF, .descriptor = 2 };
File *stdin = &__hone_stdin;
File *stdout = &__hone_stdout;
File *stderr = &__hone_stderr;

static _Bool standard(const File *file) {
    return file == &__hone_stdin || file == &__hone_stdout || file == &__hone_stderr;
}

// 0, or -1 with an error number.
#define done(function) finished(input_between(function, -1, 0))
static int finished(int result) {
    if (result != 0)
        __hone_fail("error number");
    return result;
}

// ---- opening and closing ----
static void start(File *file) {
    file->pushed = EOF;
    file->end = 0;
    file->error = 0;
    file->placed = 0;
}

// Which descriptor a file has is chosen when fileno() asks for it, or where later descriptors depend on it.
static int descriptor_of(File *file) {
    if (file->descriptor < 0) {
        int n = __hone_input_int("fopen");
        __hone_assume(n >= 0);
        file->descriptor = __hone_opened(n);
        __hone_assume(file->descriptor >= 0);
    }
    return file->descriptor;
}

static File *open_file(void) {
    if (!__hone_input_bool("fopen")) {
        __hone_fail("fopen");
        return NULL;
    }
    File *file = __hone_malloc(sizeof *file);
    start(file);
    file->descriptor = -1;
    if (__hone_has_holes())
        (void)descriptor_of(file);
    return file;
}

File *fopen(const char *path, const char *mode) {
    (void)text_length(path);
    (void)text_length(mode);
    return open_file();
}

File *fopen64(const char *path, const char *mode) {
    (void)text_length(path);
    (void)text_length(mode);
    return open_file();
}

File *fdopen(int descriptor, const char *mode) {
    (void)text_length(mode);
    if (!__hone_may_use(descriptor))
        return NULL;
    if (!__hone_input_bool("fopen")) {
        __hone_fail("fopen");
        return NULL;
    }
    __hone_set_open(descriptor);
    File *file = __hone_malloc(sizeof *file);
    start(file);
    file->descriptor = descriptor;
    return file;
}

File *popen(const char *command, const char *mode) {
    (void)text_length(command);
    (void)text_length(mode);
    return open_file();
}

File *tmpfile(void) {
    return open_file();
}

File *freopen(const char *path, const char *mode, File *file) {
    if (path)
        (void)text_length(path);
    (void)text_length(mode);
    start(file);
    if (!__hone_input_bool("freopen")) {
        __hone_fail("freopen");
        return NULL;
    }
    return file;
}

static void close_file(File *file) {
    if (file->descriptor >= 0)
        __hone_closed(file->descriptor);
    if (!standard(file))
        __hone_free(file);
}

int fclose(File *file) {
    close_file(file);
    return done("fclose");
}

int pclose(File *file) {
    close_file(file);
    return wait_status(__hone_input_int("pclose"));
}

// ---- state ----
int feof(File *file) {
    return file->end;
}

int ferror(File *file) {
    return file->error;
}

void clearerr(File *file) {
    file->end = 0;
    file->error = 0;
}

int fileno(File *file) {
    return descriptor_of(file);
}

int fflush(File *file) {
    (void)file;
    return done("fflush");
}

int fpurge(File *file) {
    (void)file;
    return 0;
}

// A buffer the program gives would be written at any time.
static void own_buffer(const char *buffer) {
    if (buffer)
        __hone_unmodelled("a stream with a buffer of the program");
}

void setbuf(File *file, char *buffer) {
    (void)file;
    own_buffer(buffer);
}

void setbuffer(File *file, char *buffer, size_t size) {
    (void)file;
    (void)size;
    own_buffer(buffer);
}

void setlinebuf(File *file) {
    (void)file;
}

int setvbuf(File *file, char *buffer, int mode, size_t size) {
    (void)file;
    (void)mode;
    (void)size;
    own_buffer(buffer);
    return done("setvbuf");
}

void flockfile(File *file) {
    (void)file;
}

void funlockfile(File *file) {
    (void)file;
}

// ---- position: known from a move to it on, until something is read or written ----
static int move(File *file, long long offset, int whence, int result) {
    if (whence == 0 && offset < 0) {
        *__hone_errno() = EINVAL;
        return -1;
    }
    if (result == 0) {
        file->end = 0;
        file->pushed = EOF;
        file->placed = whence == 0;
        file->position = offset;
    }
    return result;
}

int fseek(File *file, long offset, int whence) {
    return move(file, offset, whence, done("fseek"));
}

int fseeko(File *file, long offset, int whence) {
    return move(file, offset, whence, done("fseek"));
}

int fseeko64(File *file, long long offset, int whence) {
    return move(file, offset, whence, done("fseek"));
}

void rewind(File *file) {
    move(file, 0, 0, done("fseek"));
    file->error = 0;
}

static long long position_of(const File *file, long long position) {
    __hone_assume(position >= -1);
    if (position == -1)
        __hone_fail("error number");
    else if (file->placed && position != 0) // 0: a device that has no positions
        return file->position;
    return position;
}

long ftell(File *file) {
    return (long)position_of(file, __hone_input_long("ftell"));
}

long ftello(File *file) {
    return (long)position_of(file, __hone_input_long("ftell"));
}

long long ftello64(File *file) {
    return position_of(file, __hone_input_longlong("ftell"));
}

// ---- reading ----
// Nothing more comes: the stream is at its end, or broken.
static void note_end(File *file) {
    if (__hone_input_bool("end of input")) {
        file->error = 1;
        __hone_fail("error number");
    } else {
        file->end = 1;
    }
}

// 'next' is the input, if no character was pushed back.
static int read_character(File *file, int next) {
    int c = file->pushed;
    file->pushed = EOF;
    file->placed = 0;
    if (c == EOF) {
        c = number_between(next, EOF, 255);
        if (c == EOF)
            note_end(file);
    }
    return c;
}

int fgetc(File *file) {
    return read_character(file, __hone_input_int("fgetc"));
}

int getc(File *file) {
    return read_character(file, __hone_input_int("getc"));
}

int _IO_getc(File *file) {
    return read_character(file, __hone_input_int("getc"));
}

int getc_unlocked(File *file) {
    return read_character(file, __hone_input_int("getc"));
}

int fgetc_unlocked(File *file) {
    return read_character(file, __hone_input_int("fgetc"));
}

int getchar(void) {
    return read_character(&__hone_stdin, __hone_input_int("getchar"));
}

int getchar_unlocked(void) {
    return read_character(&__hone_stdin, __hone_input_int("getchar"));
}

// The real one fails where too many are pushed; one always fits.
int ungetc(int c, File *file) {
    if (c == EOF)
        return EOF;
    if (file->pushed != EOF)
        __hone_unmodelled("ungetc of two characters");
    file->pushed = (unsigned char)c;
    file->end = 0;
    file->placed = 0;
    return (unsigned char)c;
}

static size_t read_bytes(void *to, size_t bytes, size_t count, File *file) {
    if (bytes == 0 || count == 0)
        return 0;
    size_t n = __hone_input_size("fread");
    __hone_assume(n <= count);
    file->placed = 0;
    char *p = to;
    size_t part =
        n < count && bytes > 1 ? __hone_input_size("part of an element") : 0; // of the element that is not whole
    __hone_assume(part < bytes);
    fill(p, bytes * n + part);
    if (file->pushed != EOF && n > 0)
        *p = (char)file->pushed;
    file->pushed = EOF;
    if (n < count)
        note_end(file);
    return n;
}

// Where less is read, the rest of the array keeps its contents or not.
size_t fread(void *to, size_t bytes, size_t count, File *file) {
    return read_bytes(to, bytes, count, file);
}

size_t fread_unlocked(void *to, size_t bytes, size_t count, File *file) {
    return read_bytes(to, bytes, count, file);
}

// A line of n - 1 characters or less; bytes of it may be 0.  It ends in the first newline, or it fills the array, or
// the file ends.  That none comes before is said of the first bytes only: of more it would cost more than it gives.
static char *read_line(char *to, int n, File *file) {
    enum { FIRST = 8 };
    if (n <= 0)
        return NULL;
    file->placed = 0;
    if (file->pushed == EOF && !__hone_input_bool("fgets")) {
        note_end(file);
        return NULL;
    }
    size_t length = __hone_input_size("fgets");
    __hone_assume(length < (size_t)n && (length > 0 || n == 1));
    fill(to, length);
    if (file->pushed != EOF && length > 0) {
        to[0] = (char)file->pushed;
        file->pushed = EOF;
    }
    to[length] = 0;
    for (size_t i = 0; i < FIRST && i + 1 < length; i++)
        __hone_assume(to[i] != '\n');
    if (length + 1 < (size_t)n && to[length - 1] != '\n')
        file->end = 1;
    return to;
}

char *fgets(char *to, int n, File *file) {
    return read_line(to, n, file);
}

char *fgets_unlocked(char *to, int n, File *file) {
    return read_line(to, n, file);
}

char *__fgets_chk(char *to, size_t room, int n, File *file) {
    if (n > 0 && (size_t)n > room)
        __hone_abort("buffer overflow detected");
    return read_line(to, n, file);
}

size_t __fread_chk(void *to, size_t room, size_t bytes, size_t count, File *file) {
    if (bytes != 0 && count > room / bytes)
        __hone_abort("buffer overflow detected");
    return read_bytes(to, bytes, count, file);
}

// A line of any length.
char *gets(char *to) {
    size_t n = 0;
    __hone_stdin.placed = 0;
    if (!__hone_input_bool("gets")) {
        note_end(&__hone_stdin);
        return NULL;
    }
    for (; __hone_input_bool("gets"); n++)
        to[n] = __hone_input_char("gets");
    to[n] = 0;
    return to;
}

// Makes the buffer larger than 'length'; how much larger is not promised.
static void need_room(char **line, size_t *size, size_t length) {
    if (*line && *size > length)
        return;
    size_t room = __hone_input_size("getline");
    if (room <= length)
        room = length + 1;
    if (*line)
        __hone_free(*line);
    *line = __hone_malloc(room);
    *size = room;
}

// As glibc: there is a buffer even where nothing is read.
static ssize_t read_delimited(char **line, size_t *size, int delimiter, File *file) {
    size_t length = __hone_input_size("getline");
    __hone_assume(length < (size_t)INT_MAX);
    file->placed = 0;
    need_room(line, size, length);
    if (length == 0) {
        note_end(file);
        return -1;
    }
    fill(*line, length);
    if (file->pushed != EOF)
        (*line)[0] = (char)file->pushed;
    file->pushed = EOF;
    (*line)[length] = 0;
    if ((*line)[length - 1] != (char)delimiter)
        file->end = 1; // the last line may lack its newline
    return (ssize_t)length;
}

ssize_t getline(char **line, size_t *size, File *file) {
    return read_delimited(line, size, '\n', file);
}

ssize_t getdelim(char **line, size_t *size, int delimiter, File *file) {
    return read_delimited(line, size, delimiter, file);
}

ssize_t __getdelim(char **line, size_t *size, int delimiter, File *file) {
    return read_delimited(line, size, delimiter, file);
}

// ---- writing ----
static int refuse(File *file) {
    file->error = 1;
    __hone_fail("error number");
    return EOF;
}

static int write_character(int c, File *file) {
    file->placed = 0;
    if (file == &__hone_stdout)
        putchar((unsigned char)c);
    if (__hone_input_bool("write error"))
        return refuse(file);
    return (unsigned char)c;
}

int fputc(int c, File *file) {
    return write_character(c, file);
}

int putc(int c, File *file) {
    return write_character(c, file);
}

int _IO_putc(int c, File *file) {
    return write_character(c, file);
}

int putc_unlocked(int c, File *file) {
    return write_character(c, file);
}

int fputc_unlocked(int c, File *file) {
    return write_character(c, file);
}

int putchar_unlocked(int c) {
    return write_character(c, &__hone_stdout);
}

static int write_text(const char *text, File *file) {
    file->placed = 0;
    for (size_t i = 0; text[i]; i++)
        if (file == &__hone_stdout)
            putchar((unsigned char)text[i]);
    if (__hone_input_bool("write error"))
        return refuse(file);
    return 1;
}

int fputs(const char *text, File *file) {
    return write_text(text, file);
}

int fputs_unlocked(const char *text, File *file) {
    return write_text(text, file);
}

static size_t write_bytes(const char *from, size_t bytes, size_t count, File *file) {
    if (bytes == 0 || count == 0)
        return 0;
    file->placed = 0;
    volatile char read = from[0]; // not shown, but read
    read = from[bytes * count - 1];
    (void)read;
    if (file == &__hone_stdout)
        for (size_t i = 0; i < bytes * count; i++)
            putchar((unsigned char)from[i]);
    if (!__hone_input_bool("fwrite"))
        return count;
    size_t n = __hone_input_size("fwrite");
    __hone_assume(n <= count);
    if (n < count)
        refuse(file);
    return n;
}

size_t fwrite(const void *from, size_t bytes, size_t count, File *file) {
    return write_bytes(from, bytes, count, file);
}

size_t fwrite_unlocked(const void *from, size_t bytes, size_t count, File *file) {
    return write_bytes(from, bytes, count, file);
}

void perror(const char *text) {
    if (text)
        (void)text_length(text);
}

// ---- files ----
int remove(const char *path) {
    (void)text_length(path);
    return done("remove");
}

int rename(const char *from, const char *to) {
    (void)text_length(from);
    (void)text_length(to);
    return done("rename");
}

char *tmpnam(char *to) {
    static char own[20];
    char *name = to ? to : own;
    if (!__hone_input_bool("name of a temporary file"))
        return NULL;
    fill(name, 19);
    name[19] = 0;
    return name;
}
