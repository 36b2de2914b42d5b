import { describe, expect, it } from 'vitest'
import { profileFromDiagram } from '../../../testing/profiles/text-graph.ts'
import { comparableName, jdkOf, needComparableNames } from './comparable-names.ts'
import type { FrameKind, Profile } from '../../model/profile.ts'

const same: readonly (readonly [kind: FrameKind, ...names: string[]])[] = [
  ['java', 'jdk.internal.misc.Unsafe.park', 'sun.misc.Unsafe.park', 'java.base.jdk.internal.misc.Unsafe.park'],
  ['java', 'java.util.HashMap.get', 'java.base.java.util.HashMap.get', 'java.base/java.util.HashMap.get'],
  ['java', '$Proxy.get', 'com.sun.proxy.$Proxy.get', 'jdk.proxy.$Proxy.get'],
  [
    'java',
    'sun.reflect.GeneratedMethodAccessor.invoke',
    'jdk.internal.reflect.GeneratedMethodAccessor.invoke',
    'jdk.internal.reflect.NativeMethodAccessorImpl.invoke0',
    'jdk.internal.reflect.DelegatingMethodAccessorImpl.invoke',
    'jdk.internal.reflect.DirectMethodHandleAccessor.invoke',
  ],
  [
    'java',
    'sun.reflect.DelegatingConstructorAccessorImpl.newInstance',
    'jdk.internal.reflect.DirectConstructorHandleAccessor.newInstance',
  ],
  ['java', 'java.lang.invoke.LambdaForm$MH.invoke', 'java.lang.invoke.Invokers$Holder.invokeExact_MT'],
  ['native', 'epoll_wait', 'epoll_wait@@GLIBC_2.3.2', '__epoll_wait', '__GI_epoll_wait'],
  ['native', '[libc.so.6]', 'libc.so.6', '[libc.so]', '/usr/lib/x86_64-linux-gnu/libc.so.6'],
  ['native', '[libc-2.31.so]', '/lib/libc-2.31.so'],
  ['vm', 'Parker::park', 'Parker::park(bool, long)'],
  ['vm', 'StubRoutines (1)', 'StubRoutines (2)', 'StubRoutines (final stubs)'],
  ['vm', 'vtable stub', 'itable stub', 'vtable chunks'],
  ['kernel', 'finish_task_switch', 'finish_task_switch.isra.0'],
]

describe('comparableName', () => {
  it('keeps the lambdas of a function apart', () => {
    const [one, other] = [1, 2].map((number) => comparableName(`run::{lambda(int)#${number}}::operator()`, 'vm'))
    expect(one).not.toBe(other)
  })

  it.each(same.map(([kind, ...names]) => ({ kind, names })))(
    'is one for the same $kind function: $names',
    ({ kind, names }) => {
      expect(new Set(names.map((name) => comparableName(name, kind))).size).toBe(1)
    },
  )

  it.each<[FrameKind, string, string]>([
    ['java', 'com.acme.Cart.total', 'com.acme.Cart.totals'],
    ['java', 'sun.misc.Unsafe.park', 'sun.misc.Unsafe.unpark'],
    ['java', 'com.acme.sun.misc.Unsafe.park', 'jdk.internal.misc.Unsafe.park'],
    ['java', 'jdk.internal.reflect.DirectMethodHandleAccessor.invoke', 'java.lang.reflect.Method.invoke'],
    ['vm', 'Parker::park', 'Parker::unpark'],
    ['native', 'std::vector<int>::at', 'std::vector<long>::at'],
    ['thread', '_http-1', 'http-1'],
  ])('keeps %s functions apart: %s and %s', (kind, one, two) => {
    expect(comparableName(one, kind)).not.toBe(comparableName(two, kind))
  })

  it('gives the same for its own answer', () => {
    for (const [kind, ...names] of same)
      for (const name of names) {
        const key = comparableName(name, kind)
        expect(comparableName(key, kind)).toBe(key)
      }
  })
})

it('is needed between engines and between JDKs, not between two builds of one JDK', () => {
  const of = (engine: string, jdk: string): Profile => {
    const profile = profileFromDiagram('main')
    return { ...profile, provenance: { ...profile.provenance, engine, versions: { jdk } } }
  }
  expect(needComparableNames(of('perf', '17.0.15'), of('perf', '17.0.19'))).toBe(false)
  expect(needComparableNames(of('perf', '17.0.15'), of('perf', '25.0.3'))).toBe(true)
  expect(needComparableNames(of('perf', '17.0.15'), of('jfr', '17.0.15'))).toBe(true)
  expect([jdkOf(of('', '1.8.0_412')), jdkOf(of('', '21+35')), jdkOf(of('', ''))]).toEqual(['8', '21', ''])
  const jvm = { ...of('', '').provenance, versions: { jvm: 'OpenJDK 64-Bit Server VM 25.0.3+9-LTS' } }
  expect(jdkOf({ provenance: jvm })).toBe('25')
})
