import { expect, test } from 'vitest'
import { encodeAttachRequest } from '../../host/attach/attach.ts'
import { engineTable } from '../../contract/engines.ts'
import { startOptions } from './agent-options.ts'

const files = { recording: '/tmp/.hearth-1.jfr', log: '/tmp/.hearth-1.log' }

test('one event at 99 Hz, with a timeout that stops the profiler, and a log file so that nothing is written to stdout', () => {
  expect(startOptions({ events: ['cpu'], seconds: 30, frequencyHz: 99 }, files)).toBe(
    'start,event=cpu,interval=10101010,jfr,jfropts=31,file=/tmp/.hearth-1.jfr,timeout=60,log=/tmp/.hearth-1.log',
  )
})

test('wall clock samples are limited to 50 Hz', () => {
  const options = (frequencyHz: number) => startOptions({ events: ['wall'], seconds: 30, frequencyHz }, files)
  expect(options(99)).toContain('start,wall=20000000,jfr')
  expect(options(20)).toContain('start,wall=50000000,jfr')
})

test('alloc and live-heap share one interval', () => {
  const options = startOptions({ events: ['alloc', 'live-heap'], seconds: 30, frequencyHz: 99 }, files)
  expect(options).toContain('start,alloc=524288,live,jfr')
})

test('all events at once fit into an attach request, with the longest file names', () => {
  const path = `/tmp/.hearth-${'0'.repeat(32)}`
  const long = { recording: `${path}.jfr`, log: `${path}.log` }
  const options = startOptions(
    { events: [...engineTable['async-profiler'].events], seconds: 600, frequencyHz: 999 },
    long,
  )
  expect(() => encodeAttachRequest('load', ['/tmp/x.so', 'true', options])).not.toThrow()
})
