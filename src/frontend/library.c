// library.c - the table of library.h; test_library.c compares it with the files
#include "frontend/library.h"
#include <string.h>

static const struct Model {
    const char *file;
    const char *names;
} models[] = {
    { "commands.c",
      "_Exit _exit calloc free malloc memcpy memmove memset pthread_create pthread_exit pthread_join "
      "pthread_mutex_destroy pthread_mutex_init pthread_mutex_lock pthread_mutex_trylock pthread_mutex_unlock "
      "quick_exit" },
    { "ctype.c",
      "__ctype_b_loc __ctype_get_mb_cur_max __ctype_tolower_loc __ctype_toupper_loc _tolower _toupper isalnum "
      "isalpha isascii isblank iscntrl isdigit isgraph islower isprint ispunct isspace isupper iswalnum "
      "iswalpha iswblank iswcntrl iswdigit iswgraph iswlower iswprint iswpunct iswspace iswupper iswxdigit "
      "isxdigit toascii tolower toupper towlower towupper" },
    { "errno.c", "__errno_location __hone_errno __hone_set_error" },
    { "exit.c", "__hone_end atexit exit on_exit" },
    { "fenv.c", "feclearexcept fegetround fesetenv fesetround fetestexcept feupdateenv" },
    { "math.c",
      "__finite __finitef __finitel __fpclassify __fpclassifyf __fpclassifyl __isfinite __isfinitef __isfinitel "
      "__isinf __isinff __isinfl __isnan __isnanf __isnanl __signbit __signbitf __signbitl acos acosf acosh "
      "acoshf acoshl acosl asin asinf asinh asinhf asinhl asinl atan atan2 atan2f atanf atanh atanhf atanhl "
      "atanl cbrt cbrtf cbrtl ceil ceilf ceill copysign copysignf copysignl cos cosf cosh coshf coshl cosl drem "
      "dremf dreml erf erfc erfcf erfcl erff erfl exp exp10 exp10f exp10l exp2 exp2f exp2l expf expl expm1 "
      "expm1f expm1l fabs fabsf fabsl fdim fdimf fdiml finite finitef finitel floor floorf floorl fma fmaf fmal "
      "fmax fmaxf fmaxl fmin fminf fminl fmod fmodf fmodl frexp frexpf frexpl hypot hypotf ilogb ilogbf ilogbl "
      "isfinite isinf isinff isinfl isnan isnanf isnanl isnormal ldexp ldexpf ldexpl llrint llrintf llrintl "
      "llround llroundf llroundl log log10 log10f log10l log1p log1pf log1pl log2 log2f log2l logb logbf logbl "
      "logf logl lrint lrintf lrintl lround lroundf lroundl modf modff modfl nan nanf nearbyint nearbyintf "
      "nearbyintl nextafter nextafterf pow powf remainder remainderf remainderl rint rintf rintl round "
      "roundeven roundevenf roundevenl roundf roundl scalbln scalblnf scalblnl scalbn scalbnf scalbnl signbit "
      "sin sinf sinh sinhf sinhl sinl sqrt sqrtf sqrtl tan tanf tanh tanhf tanhl tanl tgamma trunc truncf "
      "truncl" },
    { "printf.c",
      "__fprintf_chk __printf_chk __snprintf_chk __sprintf_chk __vfprintf_chk __vprintf_chk __vsnprintf_chk "
      "__vsprintf_chk asprintf dprintf fprintf snprintf sprintf syslog vasprintf vdprintf vfprintf vprintf "
      "vsnprintf vsprintf vsyslog" },
    { "pthread.c",
      "pthread_atfork pthread_attr_destroy pthread_attr_init pthread_attr_setdetachstate "
      "pthread_attr_setinheritsched pthread_attr_setschedpolicy pthread_attr_setscope pthread_attr_setstacksize "
      "pthread_barrier_destroy pthread_barrier_init pthread_barrier_wait pthread_cancel pthread_cond_broadcast "
      "pthread_cond_destroy pthread_cond_init pthread_cond_signal pthread_cond_timedwait pthread_cond_wait "
      "pthread_condattr_destroy pthread_condattr_init pthread_condattr_setclock pthread_detach pthread_equal "
      "pthread_getspecific pthread_key_create pthread_key_delete pthread_mutex_timedlock "
      "pthread_mutexattr_destroy pthread_mutexattr_gettype pthread_mutexattr_init pthread_mutexattr_setprotocol "
      "pthread_mutexattr_setpshared pthread_mutexattr_settype pthread_once pthread_rwlock_destroy "
      "pthread_rwlock_init pthread_rwlock_rdlock pthread_rwlock_tryrdlock pthread_rwlock_trywrlock "
      "pthread_rwlock_unlock pthread_rwlock_wrlock pthread_self pthread_setcancelstate pthread_setcanceltype "
      "pthread_setconcurrency pthread_setspecific pthread_spin_destroy pthread_spin_init pthread_spin_lock "
      "pthread_spin_trylock pthread_spin_unlock pthread_testcancel pthread_yield sem_destroy sem_getvalue "
      "sem_init sem_post sem_timedwait sem_trywait sem_wait" },
    { "scanf.c", "__isoc23_fscanf __isoc23_fwscanf __isoc23_scanf __isoc23_sscanf __isoc23_swscanf __isoc23_vfscanf "
                 "__isoc23_vscanf __isoc23_vsscanf __isoc23_wscanf __isoc99_fscanf __isoc99_fwscanf __isoc99_scanf "
                 "__isoc99_sscanf __isoc99_swscanf __isoc99_vfscanf __isoc99_vscanf __isoc99_vsscanf __isoc99_wscanf "
                 "fscanf fwscanf scanf sscanf swscanf vfscanf vscanf vsscanf wscanf" },
    { "signal.c", "alarm kill raise setlocale sigaction signal" },
    { "stdio.c",
      "_IO_getc _IO_putc __fgets_chk __fread_chk __getdelim __hone_stderr __hone_stdin __hone_stdout clearerr "
      "fclose fdopen feof ferror fflush fgetc fgetc_unlocked fgets fgets_unlocked fileno flockfile fopen "
      "fopen64 fpurge fputc fputc_unlocked fputs fputs_unlocked fread fread_unlocked freopen fseek fseeko "
      "fseeko64 ftell ftello ftello64 funlockfile fwrite fwrite_unlocked getc getc_unlocked getchar "
      "getchar_unlocked getdelim getline gets pclose perror popen putc putc_unlocked putchar_unlocked remove "
      "rename rewind setbuf setbuffer setlinebuf setvbuf stderr stdin stdout tmpfile tmpnam ungetc" },
    { "stdlib.c",
      "abs aligned_alloc at_quick_exit bsearch cfree clearenv div drand48 getenv imaxabs imaxdiv labs "
      "ldiv llabs lldiv lrand48 malloc_usable_size mblen mbtowc memalign mrand48 posix_memalign putenv "
      "qsort qsort_r rand rand_r random realloc reallocarray secure_getenv setenv srand srand48 srandom system "
      "unsetenv wctomb" },
    { "string.c",
      "__memcpy_chk __memmove_chk __mempcpy_chk __memset_chk __stpcpy_chk __strcat_chk __strcpy_chk __strdup "
      "__strncat_chk __strncpy_chk __strtok_r __xpg_strerror_r bcmp bcopy bzero explicit_bzero ffs ffsl ffsll "
      "index memccpy memchr memcmp memmem mempcpy memrchr rawmemchr rindex stpcpy stpncpy strcasecmp strcasestr "
      "strcat strchr strchrnul strcmp strcoll strcpy strcspn strdup strerror strlcat strlcpy strlen strncasecmp "
      "strncat strncmp strncpy strndup strnlen strpbrk strrchr strsep strsignal strspn strstr strtok strtok_r "
      "strxfrm swab" },
    { "strtod.c", "atof strtod strtof strtold" },
    { "strtol.c",
      "__isoc23_strtol __isoc23_strtoll __isoc23_strtoul __isoc23_strtoull atoi atol atoll strtoimax strtol "
      "strtoll strtoq strtoul strtoull strtoumax strtouq" },
    { "time.c",
      "asctime asctime_r clock clock_getres clock_gettime ctime ctime_r difftime gettimeofday gmtime gmtime_r "
      "localtime localtime_r mktime nanosleep strftime time" },
    { "unistd.c",
      "accept access bind chdir close connect creat dup dup2 fsync ftruncate getcwd getegid geteuid getgid "
      "gethostname getpagesize getpid getppid getuid htonl htons inet_addr isatty listen lseek mkdir ntohl "
      "ntohs open open64 pipe read recv rmdir sched_yield send setsockopt shutdown sleep socket sysconf unlink "
      "usleep write" },
    { "wchar.c", "btowc fgetwc fgetws fputwc fputws fwprintf getwchar mbstowcs putwchar swprintf vfwprintf vswprintf "
                 "vwprintf wcscat wcschr wcscmp wcscpy wcsdup wcslen wcsncat wcsncmp wcsncpy wcsnlen wcsrchr wcsstr "
                 "wcstombs wctob wmemchr wmemcmp wmemcpy wmemmove wmemset wprintf" },
};

static const struct Printer {
    const char *name;
    int format;
} printers[] = {
    { "fprintf", 1 },       { "vfprintf", 1 },       { "printf", 0 },       { "vprintf", 0 },       { "dprintf", 1 },
    { "vdprintf", 1 },      { "syslog", 1 },         { "vsyslog", 1 },      { "wprintf", 0 },       { "fwprintf", 1 },
    { "__fprintf_chk", 2 }, { "__vfprintf_chk", 2 }, { "__printf_chk", 1 }, { "__vprintf_chk", 1 },
};

// Whether 'name' is one of the names, each followed by a blank or the end.
static bool listed(const char *names, const char *name) {
    size_t n = strlen(name);
    for (const char *at = names; *at;) {
        size_t length = strcspn(at, " ");
        if (length == n && memcmp(at, name, n) == 0)
            return true;
        at += length;
        at += strspn(at, " ");
    }
    return false;
}

const char *library_file(const char *name) {
    for (size_t i = 0; i < COUNT(models); i++)
        if (listed(models[i].names, name))
            return models[i].file;
    return NULL;
}

int library_format_argument(const char *function) {
    for (size_t i = 0; i < COUNT(printers); i++)
        if (strcmp(printers[i].name, function) == 0)
            return printers[i].format;
    return -1;
}

bool library_format_stores(const char *format) {
    for (const char *at = format; (at = strchr(at, '%')); at++) {
        at += 1 + strspn(at + 1, "-+ #0123456789.*$'hlLqjzt");
        if (!*at || *at == 'n')
            return *at == 'n';
    }
    return false;
}

const char *library_model(size_t i, const char **names) {
    if (i >= COUNT(models))
        return NULL;
    *names = models[i].names;
    return models[i].file;
}
