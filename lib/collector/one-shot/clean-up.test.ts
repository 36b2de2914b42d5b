import { expect, test } from 'vitest'
import type { CleanupRecord } from '../../capture/cleanup-record-schema.ts'
import { isOurs } from './clean-up.ts'

const jvm = { hostPid: 4711, startTicks: '1' }
const file = (path: string): CleanupRecord => ({ kind: 'container-file', ...jvm, path, before: null })
const recording = (directory: string): CleanupRecord => ({
  ...{ kind: 'jfr-recording', ...jvm, directory },
  ...{ recording: 'hearth-1', repositoryBase: null },
})

const profiler = (path: string, recording: string): CleanupRecord => ({ kind: 'profiler', ...jvm, path, recording })

test.for<[CleanupRecord, boolean]>([
  [file('/tmp/.hearth-0123.jfr'), true],
  [file('/work/.hearth-async-profiler-0123.so'), true],
  [file('/tmp/perf-1.map'), true],
  [recording('/tmp/.hearth-0123'), true],
  [{ kind: 'late-file', ...jvm, path: '/tmp/perf-17.map', askedAt: 1 }, true],
  [{ kind: 'attach-trigger', ...jvm }, true],
  [file('/data/orders.db'), false],
  [file('/tmp/.hearth-0123/../../data/orders.db'), false],
  [file('/tmp/perf-1.map/../orders.db'), false],
  [recording('/data'), false],
  [profiler('/tmp/.hearth-async-profiler-0123.so', '/tmp/.hearth-0123.jfr'), true],
  [profiler('/data/agent.so', '/tmp/.hearth-0123.jfr'), false],
  [profiler('/tmp/.hearth-async-profiler-0123.so', '/data/orders.db'), false],
  [{ kind: 'late-file', ...jvm, path: '/data/orders.db', askedAt: 1 }, false],
  [{ kind: 'process', ...jvm }, false],
])('%j may be removed: %s', ([record, expected]) => {
  expect(isOurs(record)).toBe(expected)
})
