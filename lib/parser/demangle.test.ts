import { expect, test } from 'vitest'
import { canonicalNativeName } from '../formats/native/native-name.ts'
import { createDemangler } from './demangle.ts'

test.each([
  ['_ZN9JavaCalls11call_helperEP9JavaValueRK12methodHandleP17JavaCallArgumentsP10JavaThread', 'JavaCalls::call_helper'],
  ['_ZL19thread_native_entryP6Thread', 'thread_native_entry'],
  ['_ZNK6Method9is_nativeEv', 'Method::is_native'],
  ['_ZN7CompileC2EP5ciEnv', 'Compile::Compile'],
  ['_ZN7CompileD1Ev', 'Compile::~Compile'],
  [
    '_ZN16G1ParCopyClosureIL9G1Barrier0ELb0EE11do_oop_workIP7oopDescEEvPT_',
    'G1ParCopyClosure<(G1Barrier)0, false>::do_oop_work<oopDesc*>',
  ],
  [
    '_ZN14AccessInternal19PostRuntimeDispatchIN11ZBarrierSet13AccessBarrierILm1335366ES1_EELNS_11BarrierTypeE1ELm1335366EE18oop_access_barrierEP7oopDesclS7_',
    'AccessInternal::PostRuntimeDispatch<ZBarrierSet::AccessBarrier<1335366ul, ZBarrierSet>, (AccessInternal::BarrierType)1, 1335366ul>::oop_access_barrier',
  ],
  ['_ZNSt6vectorIiSaIiEE9push_backERKi', 'std::vector<int, std::allocator<int> >::push_back'],
  ['_ZN12_GLOBAL__N_14callEv', '(anonymous namespace)::call'],
  ['_ZN7Matcher5matchEv.part.0', 'Matcher::match'],
  ['_ZN4core3ptr24drop_in_place$LT$u32$GT$17h0123456789abcdefE', 'core::ptr::drop_in_place<u32>'],
  ['_RNvNtCs1234_7mycrate3foo3bar', 'mycrate::foo::bar'],
  ['start_thread', 'start_thread'],
  ['_ZN9999JavaCallsE', '_ZN9999JavaCallsE'],
  ['_Run', '_Run'],
  ['_ZN', '_ZN'],
  ['_Z', '_Z'],
])('%s is %s', (symbol, name) => expect(canonicalNativeName(createDemangler()(symbol))).toBe(name))

test('a symbol whose name would have megabytes stays mangled, as do all symbols after it', () => {
  const demangle = createDemangler()
  const substitution = (index: number) => `S${(2 * index).toString(36).toUpperCase()}_`
  const doublings = Array.from(
    { length: 20 },
    (_, depth) => `2B${String.fromCharCode(65 + depth)}I${substitution(depth).repeat(2)}E`,
  )
  const symbol = `_Z1f1AIiE${doublings.join('')}`
  expect(symbol.length).toBeLessThan(300)
  expect(demangle(symbol)).toBe(symbol)
  expect(demangle('_ZN7CompileD1Ev')).toBe('_ZN7CompileD1Ev')
})
