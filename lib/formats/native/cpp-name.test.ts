import { expect, test } from 'vitest'
import { cppName } from './cpp-name.ts'

test.each([
  ['_ZN9JavaCalls11call_helperEP9JavaValueRK12methodHandleP17JavaCallArgumentsP10JavaThread', 'JavaCalls::call_helper'],
  ['_ZN10JavaThread17thread_main_innerEv', 'JavaThread::thread_main_inner'],
  ['_ZL19thread_native_entryP6Thread', 'thread_native_entry'],
  ['_ZNK6Method9is_nativeEv', 'Method::is_native'],
  ['_ZN7CompileC2EP5ciEnv', 'Compile::Compile'],
  ['_ZN7CompileD1Ev', 'Compile::~Compile'],
  ['_ZN16G1ParCopyClosureIL9G1Barrier0ELb0EE11do_oop_workIP7oopDescEEvPT_', 'G1ParCopyClosure<>::do_oop_work<>'],
  ['_ZNSt6vectorIiSaIiEE9push_backERKi', 'std::vector<>::push_back'],
  ['_ZN12_GLOBAL__N_14callEv', '(anonymous namespace)::call'],
  ['_ZN7Matcher5matchEv.part.0', 'Matcher::match'],
  ['start_thread', 'start_thread'],
  ['_ZN9999JavaCallsE', '_ZN9999JavaCallsE'],
  ['_ZN', '_ZN'],
  ['_Z', '_Z'],
])('%s is %s', (symbol, name) => {
  expect(cppName(symbol)).toBe(name)
})
