// ddd3err.c - a controller in the manner of a DDD pacemaker: telemetry blanks without asking
//
// Each step reads both sensing channels, moves the timers, decides which chamber is paced, and says for how many steps
// in a row sensing was suspended.  Property: sensing is never suspended for more than two steps.
// expect: false; telemetry just after a pace
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

enum { MODE_OFF, MODE_VVI, MODE_DDD };
enum { CHANNEL_ATRIUM, CHANNEL_VENTRICLE };
enum { SENSE_NONE, SENSE_BEAT, SENSE_NOISE };
enum { LOWER_RATE = 12, AV_DELAY = 3, ATRIAL_REFRACTORY = 4, VENTRICULAR_REFRACTORY = 3, BLANKING = 2 };

// ---- state ----
static int mode = MODE_DDD;
static int atrial_timer;
static int ventricular_timer;
static int av_timer;
static int av_running;
static int atrial_refractory;
static int ventricular_refractory;
static int blanking;  // steps for which the amplifiers are still switched off
static int suspended; // steps in a row without sensing
static int atrial_paces;
static int ventricular_paces;
static int atrial_beats;
static int ventricular_beats;
static int noise_count;
static int battery = 100;
static int fallback;

// ---- inputs ----
static int read_channel(int channel) {
    int level = __VERIFIER_nondet_int();
    if (level < 10)
        return SENSE_NONE;
    if (channel == CHANNEL_ATRIUM && level > 200)
        return SENSE_NOISE;
    if (channel == CHANNEL_VENTRICLE && level > 400)
        return SENSE_NOISE;
    return SENSE_BEAT;
}

static int magnet_is_near(void) {
    return __VERIFIER_nondet_int() == 1;
}

// ---- timers ----
static int count_down(int timer) {
    if (timer > 0)
        return timer - 1;
    return 0;
}

static int count_up(int timer, int most) {
    if (timer < most)
        return timer + 1;
    return most;
}

static void tick(void) {
    atrial_timer = count_up(atrial_timer, LOWER_RATE);
    ventricular_timer = count_up(ventricular_timer, LOWER_RATE);
    atrial_refractory = count_down(atrial_refractory);
    ventricular_refractory = count_down(ventricular_refractory);
    if (av_running)
        av_timer = count_up(av_timer, AV_DELAY);
}

static void start_av_delay(void) {
    av_timer = 0;
    av_running = 1;
}

static void stop_av_delay(void) {
    av_timer = 0;
    av_running = 0;
}

// ---- sensing ----
static int sensing_is_on(void) {
    return blanking == 0;
}

static void blank(int steps) {
    blanking = steps;
}

static void unblank(void) {
    blanking = count_down(blanking);
}

static void note_suspension(int sensed) {
    if (sensed)
        suspended = 0;
    else
        suspended = suspended + 1;
}

static void note_noise(int channel) {
    if (noise_count < 8)
        noise_count++;
    if (channel == CHANNEL_VENTRICLE && noise_count > 4)
        fallback = 1;
}

static void forget_noise(void) {
    noise_count = count_down(noise_count);
    if (noise_count == 0)
        fallback = 0;
}

static void sense_atrium(void) {
    int seen = read_channel(CHANNEL_ATRIUM);
    if (seen == SENSE_NOISE) {
        note_noise(CHANNEL_ATRIUM);
        return;
    }
    if (seen != SENSE_BEAT || atrial_refractory > 0)
        return;
    if (atrial_beats < 1000)
        atrial_beats++;
    atrial_timer = 0;
    atrial_refractory = ATRIAL_REFRACTORY;
    if (mode == MODE_DDD)
        start_av_delay();
}

static void sense_ventricle(void) {
    int seen = read_channel(CHANNEL_VENTRICLE);
    if (seen == SENSE_NOISE) {
        note_noise(CHANNEL_VENTRICLE);
        return;
    }
    if (seen != SENSE_BEAT || ventricular_refractory > 0)
        return;
    if (ventricular_beats < 1000)
        ventricular_beats++;
    ventricular_timer = 0;
    ventricular_refractory = VENTRICULAR_REFRACTORY;
    stop_av_delay();
}

static void sense(void) {
    int on = sensing_is_on();
    if (on) {
        sense_atrium();
        sense_ventricle();
    }
    note_suspension(on);
    unblank();
}

// ---- pacing ----
static void use_battery(int amount) {
    if (battery > amount)
        battery = battery - amount;
    else
        battery = 0;
}

static int may_blank(void) {
    return blanking == 0 && suspended == 0;
}

static void pace_atrium(void) {
    if (atrial_paces < 1000)
        atrial_paces++;
    use_battery(1);
    atrial_timer = 0;
    atrial_refractory = ATRIAL_REFRACTORY;
    start_av_delay();
    if (may_blank())
        blank(BLANKING);
}

static void pace_ventricle(void) {
    if (ventricular_paces < 1000)
        ventricular_paces++;
    use_battery(2);
    ventricular_timer = 0;
    ventricular_refractory = VENTRICULAR_REFRACTORY;
    stop_av_delay();
    if (may_blank())
        blank(1);
}

static int atrial_pace_is_due(void) {
    if (mode != MODE_DDD || av_running)
        return 0;
    return atrial_timer >= LOWER_RATE - AV_DELAY;
}

static int ventricular_pace_is_due(void) {
    if (mode == MODE_OFF)
        return 0;
    if (mode == MODE_DDD && av_running)
        return av_timer >= AV_DELAY;
    return ventricular_timer >= LOWER_RATE;
}

static void pace(void) {
    if (atrial_pace_is_due())
        pace_atrium();
    if (ventricular_pace_is_due())
        pace_ventricle();
}

// ---- rate response ----
static int activity;
static int sensor_rate = LOWER_RATE;

static int read_sensor(void) {
    int raw = __VERIFIER_nondet_int();
    if (raw < 0)
        return 0;
    if (raw > 7)
        return 7;
    return raw;
}

static void follow_activity(void) {
    int raw = read_sensor();
    if (raw > activity)
        activity = activity + 1;
    else if (raw < activity)
        activity = activity - 1;
}

static void choose_rate(void) {
    if (activity >= 6)
        sensor_rate = LOWER_RATE - 4;
    else if (activity >= 3)
        sensor_rate = LOWER_RATE - 2;
    else
        sensor_rate = LOWER_RATE;
    if (sensor_rate < LOWER_RATE && atrial_timer >= sensor_rate && mode == MODE_DDD && !av_running)
        atrial_timer = LOWER_RATE;
}

static void respond(void) {
    follow_activity();
    choose_rate();
}

// ---- noise reversion and telemetry ----
static int telemetry; // steps for which the programmer reads the memory
static int telemetry_quiet;

static int telemetry_is_asked(void) {
    return __VERIFIER_nondet_int() == 77;
}

static void begin_telemetry(void) {
    telemetry = 5;
    telemetry_quiet = 0;
}

// While the coil is driven the amplifiers are blanked, every other step.
static void drive_coil(void) {
    telemetry = count_down(telemetry);
    telemetry_quiet = !telemetry_quiet;
    if (telemetry_quiet)
        blank(1);
}

static void serve_telemetry(void) {
    if (telemetry == 0 && telemetry_is_asked() && battery > 10)
        begin_telemetry();
    if (telemetry > 0)
        drive_coil();
}

static void revert_on_noise(void) {
    if (noise_count > 6 && mode == MODE_DDD) {
        mode = MODE_VVI;
        stop_av_delay();
    }
}

static void supervise(void) {
    revert_on_noise();
    serve_telemetry();
}

// ---- modes ----
static void choose_mode(void) {
    if (magnet_is_near()) {
        mode = MODE_VVI;
        stop_av_delay();
        return;
    }
    if (battery == 0) {
        mode = MODE_OFF;
        return;
    }
    if (fallback)
        mode = MODE_VVI;
    else
        mode = MODE_DDD;
    if (mode == MODE_VVI)
        stop_av_delay();
}

// ---- the loop ----
static void step(void) {
    tick();
    choose_mode();
    sense();
    forget_noise();
    respond();
    supervise();
    pace();
}

static void check(void) {
    if (suspended > 2)
        reach_error();
}

int main(void) {
    while (__VERIFIER_nondet_int()) {
        step();
        check();
    }
    return 0;
}
