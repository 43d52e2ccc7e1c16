// uart_tx.c - a transmitter with a state variable (the idiom of gTxState in secureTosBase)
//
// tx_state says who owns the packet: the task while it is IDLE, the interrupt of the transmitter from the moment the
// task has set it to anything else.  The checksum is followed by the interrupt.
//
// options: --isr tx_ready --task send_task --task queue_task --irq-off irq_disable --irq-on irq_enable
// variable: tx_count
// With -D RACY the task counts what it has sent after it has given the packet away.
extern void irq_disable(void), irq_enable(void);
extern unsigned char read_port(void);
extern void write_port(unsigned char byte);

enum { PACKET = 8, QUEUE = 4, SYNC = 0x7e };
enum tx_state { TX_IDLE, TX_SYNC, TX_DATA, TX_CRC_LOW, TX_CRC_HIGH };

static enum tx_state tx_state;
static unsigned char tx_packet[PACKET];
static unsigned tx_count, tx_length;
static unsigned short tx_crc;

static unsigned char queue[QUEUE][PACKET];
static unsigned queue_length[QUEUE];
static unsigned queue_head, queue_used, queue_dropped;
static unsigned packets_sent, bytes_sent;

static unsigned short crc_byte(unsigned short crc, unsigned char byte) {
    crc = (unsigned short)((crc >> 8) | (crc << 8));
    crc ^= byte;
    crc ^= (unsigned char)(crc & 0xff) >> 4;
    crc ^= (unsigned short)(crc << 12);
    crc ^= (unsigned short)((crc & 0xff) << 5);
    return crc;
}

// ---- the interrupt: the transmitter can take a byte ----
void tx_ready(void) {
    switch (tx_state) {
    case TX_IDLE:
        break;
    case TX_SYNC:
        write_port(SYNC);
        tx_crc = 0;
        tx_count = 0;
        tx_state = TX_DATA;
        break;
    case TX_DATA:
        if (tx_count < tx_length && tx_count < PACKET) {
            unsigned char byte = tx_packet[tx_count];
            write_port(byte);
            tx_crc = crc_byte(tx_crc, byte);
            tx_count = tx_count + 1;
        } else {
            tx_state = TX_CRC_LOW;
        }
        break;
    case TX_CRC_LOW:
        write_port((unsigned char)(tx_crc & 0xff));
        tx_state = TX_CRC_HIGH;
        break;
    case TX_CRC_HIGH:
        write_port((unsigned char)(tx_crc >> 8));
        tx_state = TX_IDLE;
        break;
    }
}

// ---- the queue: only tasks use it ----
static unsigned char *queue_front(void) {
    return queue_used ? queue[queue_head] : 0;
}

static void queue_pop(void) {
    queue_head = queue_head + 1 == QUEUE ? 0 : queue_head + 1;
    queue_used--;
}

void queue_task(void) {
    if (queue_used >= QUEUE) {
        queue_dropped++;
        return;
    }
    unsigned at = queue_head + queue_used;
    if (at >= QUEUE)
        at -= QUEUE;
    unsigned length = read_port() % PACKET;
    for (unsigned i = 0; i < length; i++)
        queue[at][i] = read_port();
    queue_length[at] = length;
    queue_used++;
}

// ---- the task ----
void send_task(void) {
    unsigned char *front = queue_front();
    if (!front)
        return;
    if (tx_state != TX_IDLE)
        return;
    bytes_sent += tx_count;
    for (unsigned i = 0; i < PACKET; i++)
        tx_packet[i] = front[i];
    tx_length = queue_length[queue_head];
#ifndef RACY
    tx_count = 0;
    irq_disable();
    tx_state = TX_SYNC;
    irq_enable();
#else
    irq_disable();
    tx_state = TX_SYNC;
    irq_enable();
    tx_count = 0;
#endif
    packets_sent++;
    queue_pop();
}

int main(void) {
    irq_disable();
    tx_state = TX_IDLE;
    tx_count = 0;
    tx_length = 0;
    queue_head = 0;
    queue_used = 0;
    irq_enable();
    return 0;
}
