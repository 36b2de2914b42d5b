import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openStore } from '../../store/store.ts'
import { sampleCapture } from '../../testing/samples.ts'
import { createCaptureRecords } from './capture-records.ts'

test('a capture under way is listed, however many have begun and ended after it', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'hearth-records-'))
  const store = await openStore(directory)
  try {
    const idOf = (number: number) => number.toString(16).padStart(32, '0')
    const recorder = sampleCapture({ id: idOf(0), state: 'recording', phases: [{ state: 'queued', at: 1000 }] })
    for (let number = 1; number <= 101; number++)
      await store.captures.save(
        sampleCapture({ id: idOf(number), state: 'done', phases: [{ state: 'queued', at: 1000 + number }] }),
      )
    const records = createCaptureRecords({ captures: store.captures, onEnded: async () => {} })
    const listed = await records.list([recorder])
    expect(listed.map(({ id }) => id)).toEqual([
      ...Array.from({ length: 100 }, (_, index) => idOf(101 - index)),
      recorder.id,
    ])
  } finally {
    await store.close()
    rmSync(directory, { recursive: true, force: true })
  }
})
