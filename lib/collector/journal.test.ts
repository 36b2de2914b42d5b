import fs from 'node:fs'
import os from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { sampleCapture } from '../testing/samples.ts'
import { openArtefacts } from './artefacts.ts'
import { type JournalRecord, openJournal } from './journal.ts'

let directory: string
beforeEach(() => void (directory = fs.mkdtempSync(join(os.tmpdir(), 'hearth-journal-'))))
afterEach(() => fs.rmSync(directory, { recursive: true }))

function recordOf(digit: string, at: number): JournalRecord {
  const capture = sampleCapture({
    id: digit.repeat(32),
    state: 'recording',
    phases: [{ state: 'queued', at }],
    secondsLeft: 2,
  })
  const process = { hostPid: 4711, startTicks: '123456' }
  const before = { copy: '/run/x', uid: 1, gid: 2, mode: 0o644 }
  return {
    capture,
    leftovers: [
      { kind: 'process', ...process },
      { kind: 'attach-trigger', ...process },
      { kind: 'container-file', ...process, path: '/tmp/perf-1.map', before },
    ],
  }
}

test('the journal gives back what was written, oldest first, the last version of each', () => {
  const journal = openJournal(directory)
  journal.write(recordOf('b', 2))
  journal.write(recordOf('a', 3))
  journal.write({ ...recordOf('a', 1), leftovers: [] })
  const { records, bad } = openJournal(directory).readAll()
  expect(bad).toBe(0)
  expect(records).toEqual([{ ...recordOf('a', 1), leftovers: [] }, recordOf('b', 2)])
})

test('a record that cannot be read is put aside and the others are given', () => {
  const journal = openJournal(directory)
  journal.write(recordOf('a', 1))
  fs.writeFileSync(join(directory, 'broken.json'), '{"capture":')
  fs.writeFileSync(join(directory, 'foreign.json'), '{"capture":{"id":1}}')
  fs.writeFileSync(join(directory, 'half.json.new'), '{')
  expect(journal.readAll()).toMatchObject({ records: [{ capture: { id: 'a'.repeat(32) } }], bad: 2 })
  expect(journal.readAll()).toMatchObject({ bad: 0 })
})

test('an artefact that is being read outlives its removal', async () => {
  const artefacts = openArtefacts(directory)
  const id = 'a'.repeat(32)
  expect(artefacts.keep(id, Buffer.from('bytes'))).toEqual({
    sha256: '277089d91c0bdf4f2e6862ba7e4a07605119431f5d13f726dd352b06f1b206a9',
    bytes: 5,
  })
  const stream = artefacts.read(id)!
  artefacts.remove(id)
  expect(artefacts.read(id)).toBeNull()
  expect((await stream.toArray()).join('')).toBe('bytes')
})

test('artefacts that belong to no capture are swept away', () => {
  const artefacts = openArtefacts(directory)
  artefacts.keep('a'.repeat(32), Buffer.from('a'))
  artefacts.keep('b'.repeat(32), Buffer.from('b'))
  artefacts.sweep(new Set(['b'.repeat(32)]))
  expect([artefacts.has('a'.repeat(32)), artefacts.has('b'.repeat(32))]).toEqual([false, true])
})
