import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readLoadResults } from '../../../experiment/load/read-load-results.ts'
import { followFile } from './follow-file.ts'

let directory: string
beforeEach(() => void (directory = mkdtempSync(join(tmpdir(), 'hearth-follow-'))))
afterEach(() => rmSync(directory, { recursive: true }))

const line = (at: number) => `${1_795_000_000_000 + at},20,a page with a name that is long enough,200,true\n`

test('requests come as they are written, to a file that is made later, until it is enough', async () => {
  const path = join(directory, 'load.jtl')
  const stop = new AbortController()
  const seen: number[] = []
  let wake = Promise.withResolvers<void>()
  const waitFor = async (count: number) => {
    while (seen.length < count) {
      await wake.promise
      wake = Promise.withResolvers()
    }
  }
  const reading = readLoadResults(followFile(path, stop.signal), {
    expected: 'jtl',
    onRequest({ startMs }) {
      seen.push(startMs - 1_795_000_000_000)
      wake.resolve()
    },
  })
  writeFileSync(path, 'timeStamp,elapsed,label,responseCode,success\n')
  for (let at = 0; at < 10; at++) appendFileSync(path, line(at))
  await waitFor(10)
  appendFileSync(path, line(10).slice(0, 30))
  appendFileSync(path, line(10).slice(30))
  await waitFor(11)
  expect(seen).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
  stop.abort()
  expect((await reading).total.requests).toBe(11)
})

test('a file that is never made is nothing', async () => {
  const pieces = followFile(join(directory, 'none'), AbortSignal.timeout(50))
  expect(await pieces.next()).toEqual({ done: true, value: undefined })
})
