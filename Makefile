# make            release build: build/release/hone
# make debug      with assertions and sanitizers: build/debug/hone
# make test       unit tests and quick regression (under a minute); ./test runs everything
# make bench      the benchmark set (bench/run)
# make format     clang-format over all sources
MODE  ?= release
BUILD := build/$(MODE)
CC    := gcc
LLVM_CONFIG := llvm-config-19

CPPFLAGS := -Isrc -D_GNU_SOURCE $(shell $(LLVM_CONFIG) --cppflags 2>/dev/null | sed 's/-I/-isystem /')
CFLAGS   := -std=gnu11 -g -Wall -Wextra -Wshadow -Wstrict-prototypes -Wno-missing-field-initializers
LDFLAGS  := $(shell $(LLVM_CONFIG) --ldflags 2>/dev/null)
LDLIBS   := $(shell $(LLVM_CONFIG) --libs 2>/dev/null) -lz3 -lbdd -lyaml -lm
ifeq ($(MODE),release)
CFLAGS   += -O2 -DNDEBUG
else
CFLAGS   += -O1 -fsanitize=address,undefined -fno-omit-frame-pointer -fno-sanitize-recover=undefined
LDFLAGS  += -fsanitize=address,undefined
endif

SOURCES := $(filter-out src/frontend/libc/%,$(wildcard src/*.c src/*/*.c src/*/*/*.c))
OBJECTS := $(SOURCES:src/%.c=$(BUILD)/%.o)
LIBRARY := $(BUILD)/libhone.a
MODELS  := $(foreach bits,32 64,$(patsubst src/frontend/libc/%.c,$(BUILD)/libc/$(bits)/%.bc,$(wildcard src/frontend/libc/*.c)))
UNITS   := $(patsubst tests/unit/%.c,$(BUILD)/unit/%,$(wildcard tests/unit/test_*.c))

MODEL_TEXTS := $(patsubst src/frontend/libc/%,$(BUILD)/libc/%,$(wildcard src/frontend/libc/*.[ch]))

.PHONY: all debug units test bench format clean
all: $(BUILD)/hone $(MODELS) $(MODEL_TEXTS)

debug:
	@$(MAKE) --no-print-directory MODE=debug

$(BUILD)/hone: $(BUILD)/main.o $(LIBRARY)
	$(CC) $(LDFLAGS) -o $@.new $^ $(LDLIBS) && mv $@.new $@

$(LIBRARY): $(filter-out $(BUILD)/main.o,$(OBJECTS))
	rm -f $@.new && ar rcs $@.new $^ && mv $@.new $@

$(BUILD)/%.o: src/%.c Makefile
	@mkdir -p $(@D)
	$(CC) $(CPPFLAGS) $(CFLAGS) -MMD -MP -c -o $@ $<

# the models of the C library, for both data models
MODEL_FLAGS := -O0 -g -c -emit-llvm -ffreestanding -fno-builtin -fno-math-errno -w \
               -ffp-contract=off -Xclang -disable-O0-optnone -Xclang -disable-llvm-passes
$(BUILD)/libc/32/%.bc: src/frontend/libc/%.c src/frontend/libc/libc.h Makefile
	@mkdir -p $(@D)
	clang-19 -m32 -msse2 $(MODEL_FLAGS) -o $@ $<
$(BUILD)/libc/64/%.bc: src/frontend/libc/%.c src/frontend/libc/libc.h Makefile
	@mkdir -p $(@D)
	clang-19 -m64 $(MODEL_FLAGS) -o $@ $<
# and their texts, for tests (answer/replay/world.h)
$(BUILD)/libc/%: src/frontend/libc/%
	@mkdir -p $(@D)
	cp $< $@

units: $(UNITS)
$(BUILD)/unit/%: tests/unit/%.c $(LIBRARY)
	@mkdir -p $(@D)
	$(CC) $(CPPFLAGS) $(CFLAGS) -UNDEBUG $(LDFLAGS) -MMD -MP -o $@ $< $(LIBRARY) -lcmocka $(LDLIBS)

test:
	tests/run --quick

bench:
	bench/run

format:
	@clang-format -i $(shell git ls-files '*.c' '*.h' | grep -v '^tests/regress/\|^examples/\|^tests/input/\|^rules/\|^bench/suites/\|^bench/far/\|^bench/whale/')

clean:
	rm -rf build

-include $(OBJECTS:.o=.d) $(UNITS:=.d)
