import fs from 'node:fs'
import os from 'node:os'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { Problem } from '../../errors.ts'
import { sampleContainer, sampleTarget } from '../../testing/samples.ts'
import { type LoadFailures, openLoadFailures } from './load-failures.ts'

let directory: string
let library: string
let failures: LoadFailures
beforeEach(() => {
  directory = fs.mkdtempSync(join(os.tmpdir(), 'hearth-failures-'))
  library = 'a'
  failures = openLoadFailures(directory, () => library)
  return () => {
    failures[Symbol.dispose]()
    fs.rmSync(directory, { recursive: true })
  }
})

const engine = { id: 'async-profiler' } as const
const inImage = (imageDigest: string, id: string) => sampleTarget({ id, container: sampleContainer({ imageDigest }) })
const notLoaded = (cause: 'missing' | 'not-executable') =>
  new Problem('library-not-loaded', { target: 'shop', reason: 'libdl.so.2: cannot open shared object file', cause })
const [first, second] = [inImage('sha256:1', 'a'.repeat(16)), inImage('sha256:1', 'b'.repeat(16))]

test('what one container’s image lacks, the next one of it lacks too, also after a restart', () => {
  failures.note(first, 'async-profiler', notLoaded('missing'))
  using again = openLoadFailures(directory, () => library)
  expect(again.findingsOf(engine, second)).toMatchObject([
    {
      code: 'library-not-loaded',
      level: 'blocked',
      title: 'Loading async-profiler failed when it was last tried: libdl.so.2: cannot open shared object file.',
      remedy: expect.stringContaining('Add these files to its image') as string,
    },
  ])
  expect(again.findingsOf(engine, inImage('sha256:2', 'c'.repeat(16)))).toEqual([])
  expect(again.findingsOf({ id: 'perf' }, second)).toEqual([])
})

test('what may lie in how a container was started is remembered of that JVM alone', () => {
  failures.note(first, 'async-profiler', notLoaded('not-executable'))
  expect(failures.findingsOf(engine, first)).toHaveLength(1)
  expect(failures.findingsOf(engine, second)).toEqual([])
})

test('a recording that works, and another library, end it', () => {
  failures.note(first, 'async-profiler', notLoaded('missing'))
  failures.note(first, 'perf', null)
  expect(failures.findingsOf(engine, first)).toHaveLength(1)
  library = 'b'
  expect(failures.findingsOf(engine, first)).toEqual([])
  library = 'a'
  failures.note(second, 'async-profiler', null)
  expect(failures.findingsOf(engine, first)).toEqual([])
})

test('other failures are nothing to remember', () => {
  failures.note(first, 'async-profiler', new Problem('attach-timeout', { target: 'shop', seconds: 10 }))
  expect(failures.findingsOf(engine, first)).toEqual([])
})
