// adc_split.c - split phase (the idiom of rec_ptr in surge): the interrupt turns its own source off and posts a task,
// which uses the record and turns the source on again
//
// options: --isr adc_done --task average_task --task report_task --irq-off irq_disable --irq-on irq_enable
// variable: record
// With -D RACY the task turns the source on before it has read the record.
extern void irq_disable(void), irq_enable(void);
extern unsigned short adc_read(void);
extern void radio_send(unsigned char kind, unsigned long value);

enum { CHANNELS = 4, AVERAGED = 8, ALARM = 900 };

static _Bool adc_enabled; // the device's enable bit
static _Bool posted;      // the task is to run
static unsigned short record;
static unsigned char record_channel, channel;

static unsigned long sum[CHANNELS];
static unsigned samples[CHANNELS];
static unsigned short last[CHANNELS], highest[CHANNELS], lowest[CHANNELS];
static unsigned alarms, reports;

// ---- the interrupt: a conversion has ended ----
void adc_done(void) {
    if (!adc_enabled)
        return;
    adc_enabled = 0;
    record = adc_read();
    record_channel = channel;
    posted = 1;
}

// ---- statistics: only tasks use them ----
static void note_extremes(unsigned c, unsigned short value) {
    if (!samples[c] || value > highest[c])
        highest[c] = value;
    if (!samples[c] || value < lowest[c])
        lowest[c] = value;
}

static void note_alarm(unsigned c, unsigned short value) {
    if (value >= ALARM && last[c] < ALARM) {
        alarms++;
        radio_send(2, value);
    }
    last[c] = value;
}

static void note(unsigned c, unsigned short value) {
    note_extremes(c, value);
    note_alarm(c, value);
    sum[c] += value;
    samples[c]++;
}

static void start_next(void) {
    channel = channel + 1 == CHANNELS ? 0 : channel + 1;
    irq_disable();
    adc_enabled = 1;
    irq_enable();
}

// ---- the tasks ----
void average_task(void) {
    if (!posted)
        return;
    posted = 0;
#ifndef RACY
    unsigned short value = record;
    unsigned c = record_channel;
    start_next();
#else
    unsigned c = record_channel;
    start_next();
    unsigned short value = record;
#endif
    if (c < CHANNELS)
        note(c, value);
}

void report_task(void) {
    for (unsigned c = 0; c < CHANNELS; c++) {
        if (samples[c] < AVERAGED)
            continue;
        radio_send(1, sum[c] / samples[c]);
        radio_send(3, highest[c]);
        radio_send(4, lowest[c]);
        sum[c] = 0;
        samples[c] = 0;
        reports++;
    }
}

static void clear(void) {
    for (unsigned c = 0; c < CHANNELS; c++) {
        sum[c] = 0;
        samples[c] = 0;
        last[c] = highest[c] = lowest[c] = 0;
    }
}

int main(void) {
    irq_disable();
    clear();
    record = 0;
    record_channel = 0;
    channel = 0;
    posted = 0;
    adc_enabled = 1;
    irq_enable();
    return 0;
}
