import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isProblem } from '../../errors/problem.ts'
import { profileFromDiagram } from '../../testing/profiles/text-graph.ts'
import { anyProfile, createRandom } from '../../testing/profiles/random-profile.ts'
import { buildCallTree } from '../tree/call-tree.ts'
import { decodeProfile, encodeProfile } from './encode.ts'
import { applyFilters } from '../filters/filters.ts'
import { layoutStarts } from '../layout/layout.ts'
import { createProfileBuilder } from '../model/profile-builder.ts'
import { emptyProvenance, type Profile } from '../model/profile.ts'
import { getResolvedJavaShare } from '../quality/resolved-java-frames.ts'
import { buildFunctionTable } from '../tree/function-table.ts'

const sample = profileFromDiagram(`
  http-1>main http-2>main http-1>main
  a           a           read_[k]
  c_[i]       .           .
  2           1           5
`)

/** Uses all indices of a profile as later code does. */
function useAll(profile: Profile): void {
  for (const filters of [
    [],
    [{ type: 'invert' }],
    [{ type: 'by-thread' }],
    [{ type: 'fold-recursion', reach: 'direct' }],
  ] as const) {
    const tree = buildCallTree(applyFilters(profile, filters))
    layoutStarts(tree)
    buildFunctionTable(tree, profile.frames.length)
  }
  getResolvedJavaShare(profile)
}

function outcome(bytes: Uint8Array): 'profile' | 'problem' {
  try {
    useAll(decodeProfile(bytes))
    return 'profile'
  } catch (error) {
    if (isProblem(error) && error.code === 'unreadable-profile') return 'problem'
    throw error
  }
}

describe('decodeProfile', () => {
  test('law: decodes an encoded profile to an equal one', () => {
    fc.assert(
      fc.property(anyProfile, (profile) => {
        expect(decodeProfile(encodeProfile(profile))).toEqual(profile)
      }),
      { seed: 2, numRuns: 300 },
    )
  })

  const lines = {
    length: 2,
    frame: Uint32Array.of(0, 1),
    line: Uint32Array.of(12, 70_000),
    ofSample: Int32Array.from(sample.samples.stack, (_, row) => (row === 0 ? -1 : row % 2)),
  }

  test('decodes line numbers, and a file with them has the same columns as one without', () => {
    const bytes = encodeProfile({ ...sample, lines })
    expect(decodeProfile(bytes)).toEqual({ ...sample, lines })
    const columns = (file: Uint8Array) => {
      const start = 12 + new DataView(file.buffer).getUint32(8, true)
      return Buffer.from(file.subarray(Math.ceil(start / 8) * 8))
    }
    expect(columns(bytes)).toEqual(columns(encodeProfile(sample)))
  })

  test.each([
    ['of a frame that is not there', { frame: Uint32Array.of(0, sample.frames.length) }],
    ['with the number 0', { line: Uint32Array.of(0, 1) }],
    ['of which some have no frame', { line: Uint32Array.of(1, 2, 3) }],
    ['for fewer samples', { ofSample: Int32Array.of(0) }],
    ['that a sample points outside of', { ofSample: lines.ofSample.map(() => 2) }],
  ])('refuses lines %s', (_, change) => {
    const bytes = encodeProfile({ ...sample, lines: { ...lines, ...change } })
    expect(() => decodeProfile(bytes)).toThrow(expect.objectContaining({ code: 'unreadable-profile' }))
  })

  test('skips the first paint at the start of bytes from an older version', () => {
    const bytes = Buffer.from(encodeProfile(sample))
    const headerBytes = bytes.readUInt32LE(8)
    const header = JSON.parse(bytes.subarray(12, 12 + headerBytes).toString()) as object
    const firstPaint = { frame: [-1], depth: [0], total: [8], tiers: null, names: [], kinds: [] }
    const longer = Buffer.from(JSON.stringify({ ...header, picture: firstPaint }))
    // Columns start at multiples of 8: spaces give the header the same offset modulo 8 as before.
    const padding = Buffer.alloc((((headerBytes - longer.length) % 8) + 8) % 8, ' ')
    const start = Buffer.from(bytes.subarray(0, 12))
    start.writeUInt32LE(longer.length + padding.length, 8)
    const older = Buffer.concat([start, longer, padding, bytes.subarray(12 + headerBytes)])
    expect(decodeProfile(new Uint8Array(older))).toEqual(sample)
  })

  test('keeps the provenance, and text that is special in JSON and UTF-8', () => {
    const builder = createProfileBuilder()
    for (const name of ['\ufeffbom', '\u0000', 'line\nbreak', '\u{1f525}', '10 MB'.repeat(100_000)])
      builder.frame(name, 'java')
    const profile = builder.finish('bytes', {
      ...emptyProvenance('perf'),
      target: JSON.parse('{"__proto__":"x","service":"shop"}') as Record<string, string>,
      commands: [['perf', 'record', '-F', '99']],
      resolution: { java: { frames: 10, named: 9 } },
      symbolMaps: [{ atMs: 12.5, symbols: 3 }],
      enginesNotUsed: [{ engine: 'bpf', reason: 'no' }],
      warnings: [{ code: 'cut', text: 'Cut.', count: 2, line: 7 }],
    })
    const decoded = decodeProfile(encodeProfile(profile))
    expect(decoded).toEqual(profile)
    expect(Object.keys(decoded.provenance.target)).toEqual(['__proto__', 'service'])
  })

  test('has columns that are views of the bytes, not copies', () => {
    const bytes = encodeProfile(sample)
    const { stacks, samples } = decodeProfile(bytes)
    expect(stacks.frame.buffer).toBe(bytes.buffer)
    expect(samples.weight.buffer).toBe(bytes.buffer)
  })

  test('reads bytes that start at an odd offset of their buffer', () => {
    const bytes = encodeProfile(sample)
    const shifted = new Uint8Array(bytes.length + 3)
    shifted.set(bytes, 3)
    expect(decodeProfile(shifted.subarray(3))).toEqual(sample)
    expect(decodeProfile(Buffer.from(shifted.buffer, 3))).toEqual(sample)
  })

  test.each([
    ['nothing', new Uint8Array(0)],
    ['a text', new TextEncoder().encode('main;work 42\nmain;rest 1\n')],
    ['a profile cut off', encodeProfile(sample).subarray(0, -1)],
    ['a profile with something behind', Uint8Array.of(...encodeProfile(sample), 0)],
    ['a later version', encodeProfile(sample).map((byte, index) => (index === 6 ? 9 : byte))],
  ])('refuses %s with a Problem', (_, bytes) => {
    expect(outcome(bytes)).toBe('problem')
  })

  test.each<[string, (profile: Profile) => void]>([
    ['its own caller', ({ stacks }) => (stacks.parent[1] = 1)],
    ['a caller behind it', ({ stacks }) => (stacks.parent[0] = 2)],
    ['a frame past the table', ({ stacks }) => (stacks.frame[2] = 9999)],
    ['a sample past the stacks', ({ samples }) => (samples.stack[0] = 9999)],
    ['a sample before the stacks', ({ samples }) => (samples.stack[0] = -2)],
    ['a weight that is not a number', ({ samples }) => (samples.weight[0] = NaN)],
    ['a negative weight', ({ samples }) => (samples.weight[0] = -1)],
    ['weights without a sum', ({ samples }) => samples.weight.fill(Number.MAX_VALUE)],
    ['a kind of its own', ({ frames }) => (frames.kind[0] = 200)],
    ['a name past the strings', ({ frames }) => (frames.name[0] = 2 ** 31)],
    ['a thread past the table', ({ samples }) => (samples.thread[0] = 77)],
    ['the end of time', ({ samples }) => (samples.time[0] = Infinity)],
  ])('refuses a profile with %s', (_, damage) => {
    const bytes = encodeProfile(sample)
    damage(decodeProfile(bytes))
    expect(outcome(bytes)).toBe('problem')
  })

  test('law: damaged bytes give a Problem or a valid profile', () => {
    const whole = encodeProfile(sample)
    const random = createRandom(3)
    const outcomes = { profile: 0, problem: 0 }
    for (let run = 0; run < 20_000; run++) {
      const bytes = whole.slice(0, random() < 0.1 ? Math.floor(random() * whole.length) : whole.length)
      for (let flips = 1 + Math.floor(random() ** 3 * 8); flips > 0; flips--) {
        const at = Math.floor(random() * bytes.length)
        if (bytes.length > 0) bytes[at] = bytes[at]! ^ (1 << Math.floor(random() * 8))
      }
      outcomes[outcome(bytes)]++
    }
    expect(outcomes.profile).toBeGreaterThan(1000)
    expect(outcomes.problem).toBeGreaterThan(1000)
  })
})
