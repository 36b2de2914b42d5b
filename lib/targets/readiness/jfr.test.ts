import { expect, test } from 'vitest'
import { sampleFacts } from '../../testing/hosts/sample-facts.ts'
import type { ReadinessFacts } from './facts.ts'
import { jfrChecks } from './jfr.ts'

const on = (version: string, more: Partial<ReadinessFacts> = {}) =>
  sampleFacts({ ...more, jvm: { version, preserveFramePointer: true } })
const codesOf = (facts: ReadinessFacts, event: Parameters<typeof jfrChecks>[1] = 'cpu') =>
  jfrChecks(facts, event).map(({ code, level }) => `${level} ${code}`)

test('a runtime without the module has none, one that does not say may have', () => {
  expect(codesOf(on('25.0.3', { modules: ['java.base'] }))).toEqual(['blocked jfr-missing'])
  expect(codesOf(on('25.0.3', { modules: ['java.base', 'jdk.jfr'] }))).toEqual([])
  expect(codesOf(on('25.0.3', { modules: null }))).toEqual([])
})

test('before JDK 25 the CPU is only seen in Java, other events are not worse for it', () => {
  expect(codesOf(on('17.0.19', { modules: null }))).toEqual(['degraded java-samples-only'])
  expect(codesOf(on('17.0.19', { modules: null }), 'alloc')).toEqual([])
  expect(codesOf(on('17.0.19', { modules: null }), 'exceptions')).toEqual(['note every-exception-recorded'])
})

test.each([
  ['1.8.0_402', false],
  ['1.8.0_252', true],
  ['9.0.4', true],
  ['10.0.2', true],
  ['11.0.20', false],
])('JDK %s', (version, isTooOld) => {
  expect(codesOf(on(version, { modules: null })).includes('blocked jfr-missing')).toBe(isTooOld)
})

test('what cannot be asked has no JFR, and OpenJ9 has another', () => {
  const facts = { modules: null, options: ['-XX:+DisableAttachMechanism'] }
  expect(codesOf(on('25.0.3', facts))).toEqual(['blocked attach-disabled'])
  expect(codesOf(on('25.0.3', { modules: null, mappedLibraries: ['/opt/java/lib/default/libj9vm29.so'] }))).toEqual([
    'blocked not-a-jvm',
  ])
})

test('a /tmp without room for a recording is named with both sizes', () => {
  const facts = on('25.0.3', { modules: null, tmpFreeBytes: 992 * 1024 })
  expect(jfrChecks(facts, 'cpu')).toMatchObject([
    { code: 'tmp-too-small', level: 'blocked', title: '/tmp has 992 KiB free, JFR needs 16 MiB.' },
  ])
  expect(codesOf(on('25.0.3', { modules: null, tmpFreeBytes: 2 ** 24 }))).toEqual([])
})
