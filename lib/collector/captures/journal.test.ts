import fs from 'node:fs'
import os from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { sampleCapture } from '../../testing/samples.ts'
import { openArtefacts } from './artefacts.ts'
import { type JournalRecord, openJournal } from './journal.ts'

let directory: string
beforeEach(() => void (directory = fs.mkdtempSync(join(os.tmpdir(), 'hearth-journal-'))))
afterEach(() => fs.rmSync(directory, { recursive: true }))

const unexpected = (error: unknown) => {
  throw error
}

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
    cleanup: [
      { kind: 'process', ...process },
      { kind: 'attach-trigger', ...process },
      { kind: 'container-file', ...process, path: '/tmp/perf-1.map', before },
      { kind: 'jfr-recording', ...process, recording: 'hearth', directory: '/tmp/x', repositoryBase: null },
    ],
  }
}

test('the journal gives back what was written, oldest first, the last version of each', () => {
  const journal = openJournal(directory)
  journal.write(recordOf('b', 2))
  journal.write(recordOf('a', 3))
  journal.write({ ...recordOf('a', 1), cleanup: [] })
  expect(openJournal(directory).readAll(unexpected)).toEqual([{ ...recordOf('a', 1), cleanup: [] }, recordOf('b', 2)])
})

test('a record that cannot be read is put aside and the others are given', () => {
  const journal = openJournal(directory)
  journal.write(recordOf('a', 1))
  fs.writeFileSync(join(directory, 'broken.json'), '{"capture":')
  fs.writeFileSync(join(directory, 'foreign.json'), '{"capture":{"id":1}}')
  fs.writeFileSync(join(directory, 'half.json.new'), '{')
  const report = vi.fn()
  expect(journal.readAll(report)).toMatchObject([{ capture: { id: 'a'.repeat(32) } }])
  expect(report.mock.calls).toEqual([[new Error('2 unreadable records of the journal put aside')]])
  expect(journal.readAll(unexpected)).toHaveLength(1)
})

test('an artefact that is being read outlives its removal', async () => {
  const artefacts = openArtefacts(directory)
  const id = 'a'.repeat(32)
  expect(artefacts.keep(id, 'cpu', Buffer.from('bytes'))).toEqual({
    event: 'cpu',
    sha256: '277089d91c0bdf4f2e6862ba7e4a07605119431f5d13f726dd352b06f1b206a9',
    bytes: 5,
  })
  const stream = artefacts.read(id, 'cpu')!
  artefacts.remove(id)
  expect(artefacts.read(id, 'cpu')).toBeNull()
  expect((await stream.toArray()).join('')).toBe('bytes')
})

test('a capture has an artefact for each of its events, and loses all of them at once', () => {
  const artefacts = openArtefacts(directory)
  const [one, two] = ['a'.repeat(32), 'b'.repeat(32)] as const
  for (const event of ['cpu', 'alloc'] as const) artefacts.keep(one, event, Buffer.from(event))
  artefacts.keep(two, 'cpu', Buffer.from('b'))
  expect([artefacts.has(one, 'alloc'), artefacts.has(two, 'alloc')]).toEqual([true, false])
  artefacts.remove(one)
  expect(fs.readdirSync(directory)).toEqual([`${two}.cpu.profile`])
})

test('artefacts that belong to no capture are swept away', () => {
  const artefacts = openArtefacts(directory)
  artefacts.keep('a'.repeat(32), 'cpu', Buffer.from('a'))
  artefacts.keep('b'.repeat(32), 'off-cpu', Buffer.from('b'))
  artefacts.sweep(new Set(['b'.repeat(32)]))
  expect(fs.readdirSync(directory)).toEqual([`${'b'.repeat(32)}.off-cpu.profile`])
})

describe('what Hearth 0.1 wrote', () => {
  const { plan: _, fallbacks: _f, live: _l, artefacts: _a, profiles: _p, ...kept } = sampleCapture({ state: 'saving' })
  const oldRequest = { targetId: 'a'.repeat(16), engine: 'perf', event: 'cpu', seconds: 30, frequencyHz: 99 }
  const old = (more: object) => ({ capture: { ...kept, request: oldRequest, ...more }, leftovers: [] })
  const write = (record: object) =>
    fs.writeFileSync(join(directory, `${kept.id}.json`), JSON.stringify(record), { mode: 0o600 })

  test('is read, with the profile that waits for the web side', () => {
    write(old({ artefact: { sha256: 'f'.repeat(64), bytes: 7 }, profileId: null }))
    const [record] = openJournal(directory).readAll(unexpected)
    expect(record?.capture).toEqual(
      sampleCapture({
        state: 'saving',
        request: { ...sampleCapture().request, engine: 'perf', vantage: 'host' },
        plan: { engine: 'perf', vantage: 'host' },
        artefacts: [{ event: 'cpu', sha256: 'f'.repeat(64), bytes: 7 }],
      }),
    )
  })

  test('is read when it was taken already', () => {
    write(old({ state: 'done', artefact: null, profileId: 'd'.repeat(32) }))
    const [record] = openJournal(directory).readAll(unexpected)
    expect(record?.capture).toMatchObject({ artefacts: [], profiles: [{ event: 'cpu', profileId: 'd'.repeat(32) }] })
  })

  test('keeps its artefact under the name of the event it was of', () => {
    fs.writeFileSync(join(directory, `${kept.id}.profile`), 'bytes')
    expect(openArtefacts(directory).has(kept.id, 'cpu')).toBe(true)
  })
})
