#!/bin/bash
# tests/fuzz/readers.sh [SECONDS] - fuzzes the readers of everything but C (see readers.c); default: 600 s
# Exit 0: nothing found.  A finding is kept in build/fuzz.
here=$(dirname "$(readlink -f "$0")")
root=$(readlink -f "$here/../..")
cd "$root" || exit 1
. script/setup.sh
install_missing "$packages_to_run
/usr/lib/llvm-19/lib/clang/19/lib/linux/libclang_rt.fuzzer-$(uname -m).a libclang-rt-19-dev libFuzzer and the sanitizers" || exit 1
out=build/fuzz
mkdir -p $out/corpus
# The readers are instrumented; what they use of the rest comes from the ordinary build.
build release || exit 1
sources="$(ls src/base/*.c src/base/sandbox/*.c src/spec/*.c src/spec/rule/*.c src/program/run/trace.c src/bp/{bp,read,write}.c) $here/readers.c build/release/libhone.a"
# As gcc 4.8 clang has glibc's _Float128.
clang-19 -fgnuc-version=4.8.0 -std=gnu11 -D_GNU_SOURCE -Isrc -g -O1 -w -fsanitize=fuzzer,address,undefined -fno-sanitize-recover=undefined \
    -o $out/readers $sources -lyaml -lm || exit 1

# One example of each kind to start from; the first character chooses the reader (@: 0, A: 1, B: 2, C: 3, D: 4, E: 5, F: 6).
printf '@CHECK( init(main()), LTL(G ! call(reach_error())) )\n' >$out/corpus/prp
printf '@# x\nCHECK( init(main()), LTL(G valid-free) )\nCHECK( init(main()), LTL(G valid-memtrack) )\n' >$out/corpus/prp2
printf "Aformat_version: '2.0'\ninput_files: ['*.c', b.c]\nproperties:\n  - property_file: unreach-call.prp\n    expected_verdict: false\noptions:\n  language: C\n  data_model: ILP32\n" >$out/corpus/yml
printf 'B[{"directory":"/w","file":"a.c","command":"gcc -I inc -DX=\\"a b\\" -m32 a.c"},{"file":"b.c","arguments":["cc","-std=c99"]}]' >$out/corpus/json
printf 'C5\n-3\n0x1f\n1.5e-3\nnan\ntrue\n'"'c'"'\nint 7 # c\nuninit:x 4\nmemory 1 2 255\nthread 1 20\n' >$out/corpus/inputs
printf 'Dstate { enum { FREE, HELD } s = FREE; int n[3]; }\nwatch lock.call.$1;\nlock.call [guard $1], f.exit {\n  if (s == HELD && $1->flags) abort "twice {s: first}"; else halt;\n}\nprogram.exit { return; }\n' >$out/corpus/slic
printf 'Eglobal int open = 0;\nshadow struct dev { int o; }\ninitial { open == 0 }\nfinal { 1 }\nevent { after pattern { $1 = f($2, $?, 3, ...); } guard { open == 0 } action { $2->o = $1; } repair { open = 0; } }\n' >$out/corpus/spc
printf 'Fdecl g; bool<2> f(a) begin decl l; enforce g|l; L: l,g := schoose[a,!a],* constrain '"'"'g=l; if (*) then goto L, M; elsif g then return l,1; fi M: dead l; return 0,(l?g:a); end void main() begin decl x; _,x := f(g); while x do assume(x); start_thread f2(); od assert(!x); end void f2() begin atomic_begin; atomic_end; end_thread; end' >$out/corpus/bp

words="$out/words"
printf '"%s"\n' CHECK init LTL call label overflow valid-memcleanup format_version input_files properties options \
    directory file command arguments memory thread uninit: external: library: nondet: 0x nan inf true state watch guard abort halt entry exit return program global shadow initial final event pattern action repair \$1 \$return \$? ... \
    decl void begin end schoose constrain enforce abortif dead start_thread atomic_begin if then elsif fi while do od := >$words
$out/readers -max_total_time="${1:-600}" -max_len=4096 -timeout=10 -dict=$words -print_final_stats=1 \
    -artifact_prefix=$out/ $out/corpus >$out/log 2>&1
code=$?
grep -E 'ERROR|SUMMARY|number_of_executed' $out/log
exit $code
