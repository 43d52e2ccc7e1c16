// Breaks the rule linux-urb.
int __VERIFIER_nondet_int(void);
struct urb {
    int status;
};
struct urb *usb_alloc_urb(int packets, unsigned flags);
void usb_free_urb(struct urb *u);
int usb_submit_urb(struct urb *u, unsigned flags);

int main(void) {
    struct urb *u = usb_alloc_urb(0, 0);
    if (!u)
        return -12;
    int code = usb_submit_urb(u, 0);
    if (code)
        return code; // u is lost
    usb_free_urb(u);
    return 0;
}
