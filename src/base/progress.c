#include "base/progress.h"
#include "base/stats.h"
#include <unistd.h>

static struct {
    enum { UNTRIED, SHOWN, HIDDEN } mode;
    double started, last;
    bool on_screen;
} line;

void progress(const char *format, ...) {
    if (line.mode == UNTRIED) {
        line.mode = isatty(STDERR_FILENO) ? SHOWN : HIDDEN;
        line.started = clock_wall();
    }
    double now = line.mode == SHOWN ? clock_wall() : 0;
    if (line.mode == HIDDEN || now - line.last < 0.1)
        return;
    char text[160], solver[40] = "";
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    if (phase_seconds(PHASE_solver) >= 0.1)
        snprintf(solver, sizeof solver, ", solver %.1f s", phase_seconds(PHASE_solver));
    fprintf(stderr, "\r\033[K[%.0f s] %.60s%s", now - line.started, text, solver);
    fflush(stderr);
    line.last = now;
    line.on_screen = true;
}

void progress_clear(void) {
    if (!line.on_screen)
        return;
    fputs("\r\033[K", stderr);
    fflush(stderr);
    line.on_screen = false;
}

void progress_hide(void) {
    line.mode = HIDDEN;
    line.on_screen = false;
}
