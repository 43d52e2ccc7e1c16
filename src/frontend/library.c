// library.c - the table of library.h; test_library.c compares it with the files
#include "frontend/library.h"
#include <string.h>
#include <unistd.h>

static const struct Model {
    const char *file;
    const char *names;
} models[] = {
    { "atomic.c",
      "__atomic_compare_exchange __atomic_compare_exchange_1 __atomic_compare_exchange_16 "
      "__atomic_compare_exchange_2 __atomic_compare_exchange_4 __atomic_compare_exchange_8 "
      "__atomic_exchange __atomic_exchange_1 __atomic_exchange_16 __atomic_exchange_2 __atomic_exchange_4 "
      "__atomic_exchange_8 __atomic_fetch_add_1 __atomic_fetch_add_16 __atomic_fetch_add_2 "
      "__atomic_fetch_add_4 __atomic_fetch_add_8 __atomic_fetch_and_1 __atomic_fetch_and_16 "
      "__atomic_fetch_and_2 __atomic_fetch_and_4 __atomic_fetch_and_8 __atomic_fetch_nand_1 "
      "__atomic_fetch_nand_16 __atomic_fetch_nand_2 __atomic_fetch_nand_4 __atomic_fetch_nand_8 "
      "__atomic_fetch_or_1 __atomic_fetch_or_16 __atomic_fetch_or_2 __atomic_fetch_or_4 __atomic_fetch_or_8 "
      "__atomic_fetch_sub_1 __atomic_fetch_sub_16 __atomic_fetch_sub_2 __atomic_fetch_sub_4 "
      "__atomic_fetch_sub_8 __atomic_fetch_xor_1 __atomic_fetch_xor_16 __atomic_fetch_xor_2 "
      "__atomic_fetch_xor_4 __atomic_fetch_xor_8 __atomic_is_lock_free __atomic_load __atomic_load_1 "
      "__atomic_load_16 __atomic_load_2 __atomic_load_4 __atomic_load_8 __atomic_store __atomic_store_1 "
      "__atomic_store_16 __atomic_store_2 __atomic_store_4 __atomic_store_8" },
    { "commands.c", "_Exit _exit calloc free malloc memcpy memmove memset pthread_create pthread_exit pthread_join "
                    "pthread_mutex_destroy pthread_mutex_init pthread_mutex_lock pthread_mutex_trylock "
                    "pthread_mutex_unlock thrd_create thrd_exit thrd_join" },
    { "ctype.c", "__ctype_b_loc __ctype_get_mb_cur_max __ctype_tolower_loc __ctype_toupper_loc _tolower _toupper "
                 "isalnum isalpha isascii isblank iscntrl isdigit isgraph islower isprint ispunct isspace isupper "
                 "iswalnum iswalpha iswblank iswcntrl iswdigit iswgraph iswlower iswprint iswpunct iswspace iswupper "
                 "iswxdigit isxdigit toascii tolower toupper towlower towupper" },
    { "descriptor.c", "__hone_closed __hone_has_holes __hone_may_use __hone_opened __hone_set_open" },
    { "env.c", "clearenv getenv putenv secure_getenv setenv unsetenv" },
    { "errno.c", "__errno_location __hone_any_errno __hone_errno __hone_set_error" },
    { "error.c", "err error error_at_line errx verr verrx vwarn vwarnx warn warnx" },
    { "exit.c", "__hone_end at_quick_exit atexit exit on_exit quick_exit" },
    { "fenv.c", "feclearexcept fegetround fesetenv fesetround fetestexcept feupdateenv" },
    { "math.c", "__finite __finitef __finitel __fpclassify __fpclassifyf __fpclassifyl __isfinite __isfinitef "
                "__isfinitel __isinf __isinff __isinfl __isnan __isnanf __isnanl __signbit __signbitf __signbitl acos "
                "acosf acosh acoshf acoshl acosl asin asinf asinh asinhf asinhl asinl atan atan2 atan2f atan2l atanf "
                "atanh atanhf atanhl atanl cbrt cbrtf cbrtl ceil ceilf ceill copysign copysignf copysignl cos cosf "
                "cosh coshf coshl cosl drem dremf dreml erf erfc erfcf erfcl erff erfl exp exp10 exp10f exp10l exp2 "
                "exp2f exp2l expf expl expm1 expm1f expm1l fabs fabsf fabsl fdim fdimf fdiml finite finitef finitel "
                "floor floorf floorl fma fmaf fmal fmax fmaxf fmaxl fmin fminf fminl fmod fmodf fmodl frexp frexpf "
                "frexpl hypot hypotf hypotl ilogb ilogbf ilogbl isfinite isinf isinff isinfl isnan isnanf isnanl "
                "isnormal ldexp ldexpf ldexpl lgamma lgamma_r lgammaf lgammaf_r lgammal lgammal_r llrint llrintf "
                "llrintl llround llroundf llroundl log log10 log10f log10l log1p log1pf log1pl log2 log2f log2l logb "
                "logbf logbl logf logl lrint lrintf lrintl lround lroundf lroundl modf modff modfl nan nanf nanl "
                "nearbyint nearbyintf nearbyintl nextafter nextafterf pow powf powl remainder remainderf remainderl "
                "rint rintf rintl round roundeven roundevenf roundevenl roundf roundl scalbln scalblnf scalblnl "
                "scalbn scalbnf scalbnl signbit signgam sin sinf sinh sinhf sinhl sinl sqrt sqrtf sqrtl tan tanf tanh "
                "tanhf tanhl tanl tgamma tgammaf tgammal trunc truncf truncl" },
    { "mutex.c", "__hone_cnd_timedwait __hone_cnd_wait __hone_mtx_init __hone_mtx_lock __hone_mtx_timedlock "
                 "__hone_mtx_trylock __hone_mtx_unlock "
                 "__hone_pthread_cond_timedwait __hone_pthread_cond_wait __hone_pthread_mutex_destroy "
                 "__hone_pthread_mutex_init __hone_pthread_mutex_lock __hone_pthread_mutex_timedlock "
                 "__hone_pthread_mutex_trylock __hone_pthread_mutex_unlock __hone_pthread_mutexattr_settype "
                 "__hone_thread_number" },
    { "netdb.c", "freeaddrinfo getaddrinfo" },
    { "printf.c",
      "__fprintf_chk __hone_printed_line __hone_printed_other __hone_printed_part "
      "__hone_printed_text __hone_printf __printf_chk __snprintf_chk __sprintf_chk __vfprintf_chk __vprintf_chk "
      "__vsnprintf_chk __vsprintf_chk asprintf dprintf fprintf snprintf sprintf syslog vasprintf vdprintf "
      "vfprintf vprintf vsnprintf vsprintf vsyslog" },
    { "pthread.c",
      "pthread_atfork pthread_attr_destroy pthread_attr_init pthread_attr_setdetachstate "
      "pthread_attr_setinheritsched pthread_attr_setschedpolicy pthread_attr_setscope "
      "pthread_attr_setstacksize pthread_barrier_destroy pthread_barrier_init pthread_barrier_wait "
      "pthread_cancel pthread_cond_broadcast pthread_cond_destroy pthread_cond_init pthread_cond_signal "
      "pthread_cond_timedwait pthread_cond_wait pthread_condattr_destroy pthread_condattr_init "
      "pthread_condattr_setclock pthread_detach pthread_equal pthread_getspecific pthread_key_create "
      "pthread_key_delete pthread_mutex_timedlock pthread_mutexattr_destroy pthread_mutexattr_gettype "
      "pthread_mutexattr_init pthread_mutexattr_setprotocol pthread_mutexattr_setpshared "
      "pthread_mutexattr_settype pthread_once pthread_rwlock_destroy pthread_rwlock_init "
      "pthread_rwlock_rdlock pthread_rwlock_timedrdlock pthread_rwlock_timedwrlock pthread_rwlock_tryrdlock "
      "pthread_rwlock_trywrlock pthread_rwlock_unlock pthread_rwlock_wrlock pthread_self "
      "pthread_setcancelstate pthread_setcanceltype pthread_setconcurrency pthread_setspecific "
      "pthread_spin_destroy pthread_spin_init pthread_spin_lock pthread_spin_trylock pthread_spin_unlock "
      "pthread_testcancel pthread_yield sem_destroy sem_getvalue sem_init sem_post sem_timedwait "
      "sem_trywait sem_wait" },
    { "scanf.c", "__isoc23_fscanf __isoc23_fwscanf __isoc23_scanf __isoc23_sscanf __isoc23_swscanf __isoc23_vfscanf "
                 "__isoc23_vscanf __isoc23_vsscanf __isoc23_wscanf __isoc99_fscanf __isoc99_fwscanf __isoc99_scanf "
                 "__isoc99_sscanf __isoc99_swscanf __isoc99_vfscanf __isoc99_vscanf __isoc99_vsscanf __isoc99_wscanf "
                 "fscanf fwscanf scanf sscanf swscanf vfscanf vscanf vsscanf wscanf" },
    { "setjmp.c", "__sigsetjmp _setjmp setjmp sigsetjmp" },
    { "signal.c", "__hone_raise_abort __sysv_signal alarm bsd_signal kill raise setlocale sigaction signal ssignal "
                  "sysv_signal" },
    { "stdio.c", "_IO_getc _IO_putc __fgets_chk __fread_chk __getdelim __hone_stderr __hone_stdin __hone_stdout "
                 "clearerr fclose fdopen feof ferror fflush fgetc fgetc_unlocked fgets fgets_unlocked fileno flockfile "
                 "fopen fopen64 fpurge fputc fputc_unlocked fputs fputs_unlocked fread fread_unlocked freopen fseek "
                 "fseeko fseeko64 ftell ftello ftello64 funlockfile fwrite fwrite_unlocked getc getc_unlocked getchar "
                 "getchar_unlocked getdelim getline gets pclose perror popen putc putc_unlocked putchar_unlocked "
                 "remove rename rewind setbuf setbuffer setlinebuf setvbuf stderr stdin stdout tmpfile tmpnam ungetc" },
    { "stdlib.c", "__hone_qsort __hone_qsort_r abs aligned_alloc bsearch cfree div drand48 imaxabs imaxdiv labs ldiv "
                  "lfind llabs lldiv lrand48 lsearch malloc_usable_size mblen mbtowc memalign mrand48 posix_memalign "
                  "qsort qsort_r rand rand_r random realloc reallocarray srand srand48 srandom system wctomb" },
    { "string.c",
      "__hone_memcmp __memcpy_chk __memmove_chk __mempcpy_chk __memset_chk __stpcpy_chk __strcat_chk __strcpy_chk "
      "__strdup __strncat_chk __strncpy_chk __strtok_r __xpg_strerror_r bcmp bcopy bzero explicit_bzero ffs "
      "ffsl ffsll index memccpy memchr memcmp memmem mempcpy memrchr rawmemchr rindex stpcpy stpncpy "
      "strcasecmp strcasestr strcat strchr strchrnul strcmp strcoll strcpy strcspn strdup strerror strlcat "
      "strlcpy strlen strncasecmp strncat strncmp strncpy strndup strnlen strpbrk strrchr strsep strsignal "
      "strspn strstr strtok strtok_r strxfrm swab" },
    { "strtod.c", "atof strtod strtof strtold" },
    { "strtol.c",
      "__isoc23_strtol __isoc23_strtoll __isoc23_strtoul __isoc23_strtoull atoi atol atoll strtoimax strtol "
      "strtoll strtoq strtoul strtoull strtoumax strtouq" },
    { "threads.c",
      "call_once cnd_broadcast cnd_destroy cnd_init cnd_signal cnd_timedwait cnd_wait mtx_destroy mtx_init "
      "mtx_lock mtx_timedlock mtx_trylock mtx_unlock thrd_current thrd_detach thrd_equal thrd_sleep "
      "thrd_yield tss_create tss_delete tss_get tss_set" },
    { "time.c", "asctime asctime_r clock clock_getres clock_gettime clock_nanosleep ctime ctime_r difftime "
                "gettimeofday gmtime gmtime_r localtime localtime_r mktime nanosleep strftime time" },
    { "unistd.c", "accept access bind chdir chroot fchdir setuid seteuid setgid setegid setreuid setregid setgroups "
                  "close connect creat dup dup2 dup3 fcntl fork fsync ftruncate getcwd getegid "
                  "geteuid getgid gethostname getpagesize getpid getppid getuid htonl htons inet_addr isatty listen "
                  "lseek lseek64 mkdir ntohl ntohs open open64 openat pipe pipe2 read recv rmdir sched_yield send "
                  "setsockopt shutdown sleep socket socketpair sysconf unlink usleep write" },
    { "wchar.c", "__hone_wmemcmp btowc fgetwc fgetws fputwc fputws fwprintf getwchar mbstowcs putwchar swprintf "
                 "vfwprintf vswprintf "
                 "vwprintf wcscat wcschr wcscmp wcscpy wcsdup wcslen wcsncat wcsncmp wcsncpy wcsnlen wcsrchr wcsstr "
                 "wcstombs wctob wmemchr wmemcmp wmemcpy wmemmove wmemset wprintf" },
    { "x86.c", "__hone_x86_mmx_maskmovq __hone_x86_mmx_movnt_dq __hone_x86_mmx_packssdw __hone_x86_mmx_packsswb "
               "__hone_x86_mmx_packuswb __hone_x86_mmx_padd_b __hone_x86_mmx_padd_d __hone_x86_mmx_padd_q "
               "__hone_x86_mmx_padd_w __hone_x86_mmx_padds_b __hone_x86_mmx_padds_w __hone_x86_mmx_paddus_b "
               "__hone_x86_mmx_paddus_w __hone_x86_mmx_palignr_b __hone_x86_mmx_pand __hone_x86_mmx_pandn "
               "__hone_x86_mmx_pavg_b __hone_x86_mmx_pavg_w __hone_x86_mmx_pcmpeq_b __hone_x86_mmx_pcmpeq_d "
               "__hone_x86_mmx_pcmpeq_w __hone_x86_mmx_pcmpgt_b __hone_x86_mmx_pcmpgt_d __hone_x86_mmx_pcmpgt_w "
               "__hone_x86_mmx_pextr_w __hone_x86_mmx_pinsr_w __hone_x86_mmx_pmadd_wd __hone_x86_mmx_pmaxs_w "
               "__hone_x86_mmx_pmaxu_b __hone_x86_mmx_pmins_w __hone_x86_mmx_pminu_b __hone_x86_mmx_pmovmskb "
               "__hone_x86_mmx_pmulh_w __hone_x86_mmx_pmulhu_w __hone_x86_mmx_pmull_w __hone_x86_mmx_pmulu_dq "
               "__hone_x86_mmx_por __hone_x86_mmx_psad_bw __hone_x86_mmx_psll_d __hone_x86_mmx_psll_q "
               "__hone_x86_mmx_psll_w __hone_x86_mmx_pslli_d __hone_x86_mmx_pslli_q __hone_x86_mmx_pslli_w "
               "__hone_x86_mmx_psra_d __hone_x86_mmx_psra_w __hone_x86_mmx_psrai_d __hone_x86_mmx_psrai_w "
               "__hone_x86_mmx_psrl_d __hone_x86_mmx_psrl_q __hone_x86_mmx_psrl_w __hone_x86_mmx_psrli_d "
               "__hone_x86_mmx_psrli_q __hone_x86_mmx_psrli_w __hone_x86_mmx_psub_b __hone_x86_mmx_psub_d "
               "__hone_x86_mmx_psub_q __hone_x86_mmx_psub_w __hone_x86_mmx_psubs_b __hone_x86_mmx_psubs_w "
               "__hone_x86_mmx_psubus_b __hone_x86_mmx_psubus_w __hone_x86_mmx_punpckhbw __hone_x86_mmx_punpckhdq "
               "__hone_x86_mmx_punpckhwd __hone_x86_mmx_punpcklbw __hone_x86_mmx_punpckldq __hone_x86_mmx_punpcklwd "
               "__hone_x86_mmx_pxor __hone_x86_sse2_cmp_sd __hone_x86_sse2_comieq_sd __hone_x86_sse2_comige_sd "
               "__hone_x86_sse2_comigt_sd __hone_x86_sse2_comile_sd __hone_x86_sse2_comilt_sd "
               "__hone_x86_sse2_comineq_sd __hone_x86_sse2_cvtpd2dq __hone_x86_sse2_cvtpd2ps "
               "__hone_x86_sse2_cvtps2dq __hone_x86_sse2_cvtsd2si __hone_x86_sse2_cvtsd2si64 "
               "__hone_x86_sse2_cvtsd2ss __hone_x86_sse2_cvttpd2dq __hone_x86_sse2_cvttps2dq "
               "__hone_x86_sse2_cvttsd2si __hone_x86_sse2_cvttsd2si64 __hone_x86_sse2_maskmov_dqu "
               "__hone_x86_sse2_max_pd __hone_x86_sse2_max_sd __hone_x86_sse2_min_pd __hone_x86_sse2_min_sd "
               "__hone_x86_sse2_movmsk_pd __hone_x86_sse2_packssdw_128 __hone_x86_sse2_packsswb_128 "
               "__hone_x86_sse2_packuswb_128 __hone_x86_sse2_pavg_b __hone_x86_sse2_pavg_w __hone_x86_sse2_pmadd_wd "
               "__hone_x86_sse2_pmovmskb_128 __hone_x86_sse2_pmulh_w __hone_x86_sse2_pmulhu_w "
               "__hone_x86_sse2_psad_bw __hone_x86_sse2_psll_d __hone_x86_sse2_psll_q __hone_x86_sse2_psll_w "
               "__hone_x86_sse2_pslli_d __hone_x86_sse2_pslli_q __hone_x86_sse2_pslli_w __hone_x86_sse2_psra_d "
               "__hone_x86_sse2_psra_w __hone_x86_sse2_psrai_d __hone_x86_sse2_psrai_w __hone_x86_sse2_psrl_d "
               "__hone_x86_sse2_psrl_q __hone_x86_sse2_psrl_w __hone_x86_sse2_psrli_d __hone_x86_sse2_psrli_q "
               "__hone_x86_sse2_psrli_w __hone_x86_sse2_ucomieq_sd __hone_x86_sse2_ucomige_sd "
               "__hone_x86_sse2_ucomigt_sd __hone_x86_sse2_ucomile_sd __hone_x86_sse2_ucomilt_sd "
               "__hone_x86_sse2_ucomineq_sd __hone_x86_sse3_addsub_pd __hone_x86_sse3_addsub_ps "
               "__hone_x86_sse3_hadd_pd __hone_x86_sse3_hadd_ps __hone_x86_sse3_hsub_pd __hone_x86_sse3_hsub_ps "
               "__hone_x86_sse3_ldu_dq __hone_x86_sse41_blendvpd __hone_x86_sse41_blendvps __hone_x86_sse41_dppd "
               "__hone_x86_sse41_dpps __hone_x86_sse41_insertps __hone_x86_sse41_packusdw __hone_x86_sse41_pblendvb "
               "__hone_x86_sse41_phminposuw __hone_x86_sse41_ptestc __hone_x86_sse41_ptestnzc "
               "__hone_x86_sse41_ptestz __hone_x86_sse41_round_pd __hone_x86_sse41_round_ps "
               "__hone_x86_sse41_round_sd __hone_x86_sse41_round_ss __hone_x86_sse_cmp_ss __hone_x86_sse_comieq_ss "
               "__hone_x86_sse_comige_ss __hone_x86_sse_comigt_ss __hone_x86_sse_comile_ss __hone_x86_sse_comilt_ss "
               "__hone_x86_sse_comineq_ss __hone_x86_sse_cvtpd2pi __hone_x86_sse_cvtpi2pd __hone_x86_sse_cvtpi2ps "
               "__hone_x86_sse_cvtps2pi __hone_x86_sse_cvtss2si __hone_x86_sse_cvtss2si64 __hone_x86_sse_cvttpd2pi "
               "__hone_x86_sse_cvttps2pi __hone_x86_sse_cvttss2si __hone_x86_sse_cvttss2si64 __hone_x86_sse_max_ps "
               "__hone_x86_sse_max_ss __hone_x86_sse_min_ps __hone_x86_sse_min_ss __hone_x86_sse_movmsk_ps "
               "__hone_x86_sse_pshuf_w __hone_x86_sse_ucomieq_ss __hone_x86_sse_ucomige_ss __hone_x86_sse_ucomigt_ss "
               "__hone_x86_sse_ucomile_ss __hone_x86_sse_ucomilt_ss __hone_x86_sse_ucomineq_ss "
               "__hone_x86_ssse3_pabs_b __hone_x86_ssse3_pabs_d __hone_x86_ssse3_pabs_w __hone_x86_ssse3_phadd_d "
               "__hone_x86_ssse3_phadd_d_128 __hone_x86_ssse3_phadd_sw __hone_x86_ssse3_phadd_sw_128 "
               "__hone_x86_ssse3_phadd_w __hone_x86_ssse3_phadd_w_128 __hone_x86_ssse3_phsub_d "
               "__hone_x86_ssse3_phsub_d_128 __hone_x86_ssse3_phsub_sw __hone_x86_ssse3_phsub_sw_128 "
               "__hone_x86_ssse3_phsub_w __hone_x86_ssse3_phsub_w_128 __hone_x86_ssse3_pmadd_ub_sw "
               "__hone_x86_ssse3_pmadd_ub_sw_128 __hone_x86_ssse3_pmul_hr_sw __hone_x86_ssse3_pmul_hr_sw_128 "
               "__hone_x86_ssse3_pshuf_b __hone_x86_ssse3_pshuf_b_128 __hone_x86_ssse3_psign_b "
               "__hone_x86_ssse3_psign_b_128 __hone_x86_ssse3_psign_d __hone_x86_ssse3_psign_d_128 "
               "__hone_x86_ssse3_psign_w __hone_x86_ssse3_psign_w_128" },
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

bool library_intrinsic(const char *intrinsic, char *model, size_t room) {
    static const char prefix[] = "llvm.x86.", ours[] = "__hone_x86_";
    if (strncmp(intrinsic, prefix, sizeof prefix - 1) ||
        snprintf(model, room, "%s%s", ours, intrinsic + sizeof prefix - 1) >= (int)room)
        return false;
    for (char *at = model; *at; at++)
        *at = *at == '.' ? '_' : *at;
    return true;
}

const char *library_file(const char *name) {
    char model[100];
    if (library_intrinsic(name, model, sizeof model))
        name = model;
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

// Beside the executable, or one above (unit tests).
char *library_path(Arena *arena, const char *name) {
    char exe[4096];
    ssize_t n = readlink("/proc/self/exe", exe, sizeof exe - 1);
    exe[n > 0 ? n : 0] = 0;
    for (int up = 0; up < 2; up++) {
        char *slash = strrchr(exe, '/');
        if (!slash)
            break;
        *slash = 0;
        char *path = arena_printf(arena, "%s/libc/%s", exe, name);
        if (access(path, R_OK) == 0)
            return path;
    }
    return NULL;
}
