import { expect, test } from 'vitest'
import { canonicalNativeName } from './native-name.ts'

test.each([
  ['JavaCalls::call_helper(JavaValue*, Thread*)', 'JavaCalls::call_helper'],
  ['read', 'read'],
  [`Pricing_scan_${'0d3c9e2f7a'.repeat(4)}`, 'Pricing_scan'],
  [`Pricing_scan_${'0d3c9e2f7a'.repeat(4)}.isra.0`, 'Pricing_scan.isra.0'],
  [`digest_${'0d'.repeat(16)}`, `digest_${'0d'.repeat(16)}`],
  ['std::function<int (int, int)>::operator()(int, int) const', 'std::function<int (int, int)>::operator()'],
  [
    'std::_Function_handler<int (int, int), main::{lambda(int, int)#1}>::_M_invoke(std::_Any_data const&, int&&, int&&)',
    'std::_Function_handler<int (int, int), main::{lambda(int, int)#1}>::_M_invoke',
  ],
  ['main::{lambda(int, int)#1}::operator()(int, int) const', 'main::{lambda(int, int)#1}::operator()'],
  ['run(int)::{lambda()#1}::operator()() const', 'run::{lambda()#1}::operator()'],
  ['run(int) const::Local::go(char)', 'run::Local::go'],
  ['run(int) [clone .isra.0]', 'run'],
  ['(anonymous namespace)::call(int)', '(anonymous namespace)::call'],
  ['A::operator()(int)', 'A::operator()'],
  ['A::operator<(A const&) const', 'A::operator<'],
  ['A::operator<<(int)', 'A::operator<<'],
  ['operator<< <char>(std::ostream&, char)', 'operator<< <char>'],
  ['A::operator->() const', 'A::operator->'],
  ['A::operator bool() const', 'A::operator bool'],
  ['operator new(unsigned long)', 'operator new'],
  ['void sort<int, (Order)1>(int*, bool (*)(int))', 'sort<int, (Order)1>'],
  ['std::pair<int, int> A<int>::find<char>(char)', 'A<int>::find<char>'],
  ['A<(B)1>::~A()', 'A<(B)1>::~A'],
  ['net/http.(*Client).Do', 'net/http.(*Client).Do'],
  ['type..eq.[2]interface {}', 'type..eq.[2]interface {}'],
  ['broken<int(', 'broken<int('],
  ['open(int', 'open'],
  ['(int)', '(int)'],
  ['', ''],
])('%s is %s', (symbol, name) => expect(canonicalNativeName(symbol)).toBe(name))

test.each([
  ['_$LT$u8$u20$as$u20$core..fmt..Debug$GT$::fmt::h47fa4b8545196b9b', '<u8 as core::fmt::Debug>::fmt'],
  ['core::result::Result$LT$T$C$$u20$E$GT$::ok::h0123456789abcdef.llvm.123', 'core::result::Result<T, E>::ok'],
  ['a::_$u7b$$u7b$closure$u7d$$u7d$::h0123456789abcdef', 'a::{{closure}}'],
  ['core::ptr::drop_in_place$LT$$RF$mut$u20$$LP$$RP$$GT$', 'core::ptr::drop_in_place<&mut ()>'],
  ['emulator::main::hc2aaa9b4591a10c7', 'emulator::main'],
  ['std::hash::hasher', 'std::hash::hasher'],
  ['a$uffffff$b$LT$', 'a$uffffff$b<'],
])('of Rust, %s is %s', (symbol, name) => expect(canonicalNativeName(symbol)).toBe(name))
