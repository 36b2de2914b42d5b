import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { profileFromDiagram } from '../../testing/profiles/text-graph.ts'
import { emptyProvenance, type Profile } from '../model/profile.ts'
import { layouts } from './byte-layout.ts'
import { decodeProfile, encodeProfile } from './encode.ts'

const versionsRead = Object.keys(layouts).map(Number)
const golden = join(import.meta.dirname, 'golden')
const readGolden = (version: number) => new Uint8Array(readFileSync(join(golden, `version-${version}.hearth`)))

const diagram = profileFromDiagram(`
  http-1>main http-2>main http-1>main
  a           a           read_[k]
  c_[i]       .           .
  2           1           5
`)
const stored: Profile = {
  ...diagram,
  threads: { ...diagram.threads, hostTid: Uint32Array.from(diagram.threads.hostTid, (_, row) => 4_194_000 + row) },
  samples: { ...diagram.samples, time: Float64Array.of(0, 10.5, 20) },
  lines: {
    length: 2,
    frame: Uint32Array.of(0, 1),
    line: Uint32Array.of(12, 70_000),
    ofSample: Int32Array.of(-1, 0, 1),
  },
  provenance: {
    ...emptyProvenance('perf'),
    ...{ startedAt: 1_700_000_000_000, durationMs: 30_000, frequencyHz: 99, lostSamples: 3 },
    target: { service: 'shop', image: 'shop:1.4' },
    commands: [['perf', 'record', '-F', '99']],
    warnings: [{ code: 'cut', text: 'Zwölf stacks were cut.', count: 12 }],
  },
}

test('a file of version 1 is still read', () => {
  expect(decodeProfile(readGolden(1))).toEqual(stored)
})

test('every version that is read has a file here', () => {
  expect(readdirSync(golden).sort()).toEqual(versionsRead.map((version) => `version-${version}.hearth`).sort())
  expect(encodeProfile(stored)[6]).toBe(Math.max(...versionsRead))
})

test('a profile of a newer Hearth is called that, whatever follows its version', () => {
  const newer = Math.max(...versionsRead) + 1
  for (const length of [12, undefined]) {
    const bytes = encodeProfile(stored).slice(0, length)
    bytes[6] = newer
    expect(() => decodeProfile(bytes)).toThrow(
      expect.objectContaining({
        code: 'unreadable-profile',
        message: `Hearth cannot read this profile: a newer Hearth made it (version ${newer}, this one reads up to ${newer - 1}).`,
        remedy: 'Update this Hearth, or open the profile in the one that made it.',
      }),
    )
  }
})
