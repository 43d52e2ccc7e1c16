// libc.h - what the models of the C library share
//
// The files of this folder are not part of Hone's own code: they are compiled
// with the program under analysis, for its data model (clang -O0 -ffreestanding
// -fno-math-errno), and what it calls and does not define is linked to it.
// So they are verified code, and obey:
//
//   - No system header.  What the program declares must fit by its LLVM type.
//   - A result that cannot be predicted is an input.  Where a function only returns
//     a number, that number is the one input, under the function's name, so a
//     test that replaces the function knows what it returns.
//   - Inputs that are all zero never block a model: 0 is always a possible result,
//     and success is possible.
//   - Every behaviour of the real function is a behaviour of the model; never
//     fewer.  Failure is always possible where the real function may fail,
//     except that memory never runs out (but see __hone_allocate) and threads can always be made.
//   - What the C standard leaves undefined is a trap or a memory error; what we
//     do not describe is 'unmodelled'.
//   - A model calls other library functions only under names that a program
//     cannot define (__hone_...), as the real library does.
#ifndef LIBC_H
#define LIBC_H

typedef __SIZE_TYPE__ size_t;
typedef __PTRDIFF_TYPE__ ptrdiff_t, ssize_t;
typedef __WCHAR_TYPE__ wchar_t;
typedef __WINT_TYPE__ wint_t;
typedef __builtin_va_list va_list;
#define va_start(list, last) __builtin_va_start(list, last)
#define va_arg(list, type) __builtin_va_arg(list, type)
#define va_copy(to, from) __builtin_va_copy(to, from)
#define va_end(list) __builtin_va_end(list)

#define NULL ((void *)0)
#define EOF (-1)
#define INT_MAX __INT_MAX__
#define LONG_MAX __LONG_MAX__
#define LONG_MIN (-LONG_MAX - 1)
#define SIZE_MAX __SIZE_MAX__
#define COUNT(array) (sizeof(array) / sizeof *(array))

// ---- commands of the front end ----
_Bool __hone_input_bool(const char *function);
char __hone_input_char(const char *function);
unsigned char __hone_input_uchar(const char *function);
int __hone_input_int(const char *function);
unsigned __hone_input_uint(const char *function);
long __hone_input_long(const char *function);
unsigned long __hone_input_ulong(const char *function);
long long __hone_input_longlong(const char *function);
unsigned long long __hone_input_ulonglong(const char *function);
size_t __hone_input_size(const char *function);
float __hone_input_float(const char *function);
double __hone_input_double(const char *function);
long double __hone_input_longdouble(const char *function);

void __hone_assume(int condition);
size_t __hone_object_size(const void *p);
int __hone_may_fork(void); // is a run of the child a run of the program, but for what fork returns?
void __hone_havoc(void *p);
_Noreturn void __hone_trap(const char *why);       // undefined behaviour
void __hone_wrong(const char *why);                // the same, but the real function goes on
_Noreturn void __hone_unmodelled(const char *why); // the answer is not known from here on
_Noreturn void __hone_odd_scan_format(const char *why);
_Noreturn void __hone_odd_format(const char *why); // the same, unless no format in the program is odd (formats.c)
_Noreturn void __hone_exit(int code);
void __hone_destructors(void); // calls the program's, in their order
_Noreturn void __hone_abort(const char *why);
void *__hone_malloc(size_t bytes);                         // never fails; the bytes are inputs
void *__hone_lend(size_t bytes);                           // the same, of memory that the program must not free
void *__hone_allocate(const char *function, size_t bytes); // the same; with --malloc-may-fail NULL, and errno is set
// No process has objects of more: the addresses of a user on x86-64, or PTRDIFF_MAX.
#define MOST_BYTES (sizeof(size_t) == 8 ? ((size_t)1 << (sizeof(size_t) == 8 ? 47 : 0)) - 1 : (size_t)-1 / 2)
void __hone_free(void *p);

void __hone_mutex_init(void *mutex);
void __hone_mutex_lock(void *mutex);
void __hone_mutex_unlock(void *mutex);
int __hone_mutex_trylock(void *mutex);
unsigned long __hone_thread_create(void *(*start)(void *), void *argument);
void *__hone_thread_join(unsigned long thread);
_Noreturn void __hone_thread_exit(void *result);
void __hone_atomic_begin(void);
void __hone_atomic_end(void);

int putchar(int c);
// Commands too, whatever the program defines under these names.
#define memcpy __builtin_memcpy
#define memmove __builtin_memmove
#define memset __builtin_memset

// ---- defined in errno.c ----
enum {
    EPERM = 1,
    EINTR = 4,
    EBADF = 9,
    EAGAIN = 11,
    ENOMEM = 12,
    EBUSY = 16,
    EINVAL = 22,
    EDOM = 33,
    ERANGE = 34,
    EDEADLK = 35,
    EOVERFLOW = 75,
    ETIMEDOUT = 110
};
int *__hone_errno(void);
void __hone_set_error(int error); // errno := error, or some other one where that is none
#define __hone_fail(function) __hone_set_error(__hone_input_int(function)) // errno := any error

// ---- defined in descriptor.c ----
int __hone_opened(int file);    // a new descriptor, or -1; returns it
void __hone_set_open(int file); // it has turned out to be open
void __hone_closed(int file);   // it was open until now
_Bool __hone_may_use(int file); // else errno says why not
_Bool __hone_has_holes(void);   // descriptors below others are known to be free

// ---- defined in mutex.c ----
int __hone_thread_number(void); // of the thread that asks; from 1 on

// ---- streams, defined in stdio.c ----
typedef struct File {
    int pushed;       // by ungetc: the character, or EOF
    _Bool end, error; // what feof and ferror tell
    _Bool placed;     // 'position' is the position
    int descriptor;   // -1: not asked for yet
    long long position;
} File;
extern File __hone_stdin, __hone_stdout, __hone_stderr;

// ---- small helpers ----

// A number the function may return: any from 'low' to 'high'.  A macro, as the
// front end takes the name of an input from the call.
#define input_between(function, low, high) number_between(__hone_input_int(function), low, high)
static inline int number_between(int value, int low, int high) {
    __hone_assume((low <= value) & (value <= high));
    return value;
}

// The n bytes at 'to' become inputs; bytes of a new object are, so copy some.
static inline void fill(void *to, size_t n) {
    if (n == 0)
        return;
    char *fresh = __hone_malloc(n);
    memcpy(to, fresh, n);
    __hone_free(fresh);
}

// What wait, system and pclose tell of a process that has ended: its exit code or the signal; -1: nothing.
static inline int wait_status(int status) {
    int signal = status & 127;
    __hone_assume(status >= -1 && status <= 0xffff);
    __hone_assume(status == -1 || (signal == 0 ? (status & 128) == 0 : signal < 127 && status < 256));
    return status;
}

// A length from 'low' to low + more, whatever the input.
#define input_length(function, low, more) ((low) + __hone_input_uint(function) % ((more) + 1))

static inline size_t text_length(const char *text) {
    size_t n = 0;
    while (text[n])
        n++;
    return n;
}

static inline _Bool is_space(int c) {
    return c == ' ' || ('\t' <= c && c <= '\r');
}

// The value of a digit in bases up to 36, or 36.
static inline int digit_value(int c) {
    if ('0' <= c && c <= '9')
        return c - '0';
    if ('a' <= c && c <= 'z')
        return c - 'a' + 10;
    if ('A' <= c && c <= 'Z')
        return c - 'A' + 10;
    return 36;
}

static inline int lower(int c) {
    return 'A' <= c && c <= 'Z' ? c + ('a' - 'A') : c;
}
#endif
