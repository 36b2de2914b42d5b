import { describe, expect, test } from 'vitest'
import { grantedAttributes, parsePerfRequest, perfAnswer, symbolsAnswer } from './perf-request.ts'

/** A request of async-profiler 4.6 for CPU time of thread 6: kind, thread, CPU, padding, attributes, no probe. */
const seen = Buffer.alloc(129)
seen.writeInt32LE(6, 4)
seen.writeInt32LE(-1, 8)
const attributes = seen.subarray(16, 128)
attributes.writeUInt32LE(1, 0) // software
attributes.writeUInt32LE(112, 4)
attributes.writeBigUInt64LE(10_000_000n, 16)
attributes.writeBigUInt64LE(0x20n, 24)
attributes.writeBigUInt64LE(3n, 32)
attributes.writeBigUInt64LE(0x41_0001n, 40)
attributes.writeUInt32LE(1, 48)

const changed = (change: (requested: Buffer) => void): Buffer => {
  const requested = Buffer.from(attributes)
  change(requested)
  return requested
}

test('a request of async-profiler is parsed', () => {
  expect(parsePerfRequest(seen)).toEqual({ kind: 'perf-event', tid: 6, attributes })
  expect(parsePerfRequest(Buffer.from([1, 0, 0, 0]))).toEqual({ kind: 'kernel-symbols' })
})

test.each([
  ['nothing', Buffer.alloc(0)],
  ['another kind', Buffer.from([2, 0, 0, 0])],
  ['one that is cut', seen.subarray(0, 100)],
])('%s is not parsed', (_, message) => {
  expect(parsePerfRequest(message)).toBeNull()
})

describe('the attributes that root grants to a process of a container', () => {
  test('are those of a sampling timer', () => {
    expect(grantedAttributes(attributes)).toEqual(attributes)
  })

  test.each<[string, (requested: Buffer) => void]>([
    ['a tracepoint', (requested) => requested.writeUInt32LE(2, 0)],
    ['a breakpoint', (requested) => requested.writeUInt32LE(5, 0)],
    ['a probe in the kernel', (requested) => requested.writeUInt32LE(6, 0)],
    ['an event without a name', (requested) => requested.writeBigUInt64LE(0x1_0000_0001n, 8)],
    ['registers and memory', (requested) => requested.writeBigUInt64LE(0x3020n, 24)],
    ['raw data', (requested) => requested.writeBigUInt64LE(1n << 10n, 24)],
    ['its children too', (requested) => requested.writeBigUInt64LE(0x41_0003n, 40)],
    ['what is executed and mapped', (requested) => requested.writeBigUInt64LE(0x41_0101n, 40)],
  ])('are never those of %s', (_, change) => {
    expect(grantedAttributes(changed(change))).toBeNull()
  })

  test('have no unknown fields, and a bounded sampling rate', () => {
    const odd = changed((requested) => {
      requested.writeBigUInt64LE(1n, 16)
      requested.writeBigUInt64LE(0xffff_ffffn, 56)
      requested.writeBigUInt64LE(0xffff_ffffn, 80)
    })
    const granted = changed((requested) => requested.writeBigUInt64LE(100_000n, 16))
    expect(grantedAttributes(odd)).toEqual(granted)
  })
})

test('responses have the kind, the errno and the thread', () => {
  expect(perfAnswer(6, 13).toString('hex')).toBe('000000000d00000006000000')
  expect(symbolsAnswer(0).toString('hex')).toBe('0100000000000000')
})
