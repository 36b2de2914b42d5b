import { expect, test } from 'vitest'
import { bpftraceProblem, countLosses, createOutputCounter } from './bpftrace-recording.ts'
import { bpftraceProgram } from './bpftrace-program.ts'

const text = '@a[1, 2, , \n\t7f 0x7f ([unknown])\n]: 12\n@a[1, 3, , ]: 3\n@b[2, 3, , \n'

test.each([
  [true, 15],
  [false, 2],
])('samples are counted wherever the chunks of the output end, with weights: %s', (weighs, samples) => {
  for (let size = 1; size < text.length; size++) {
    const counter = createOutputCounter(weighs)
    const bytes = Buffer.from(text)
    for (let at = 0; at < bytes.length; at += size) counter.push(bytes.subarray(at, at + size))
    expect(counter.samples).toBe(samples)
  }
})

test('lost samples are counted from the warnings', () => {
  expect(countLosses("ERROR: couldn't set RLIMIT_MEMLOCK\nLost 12 events\nLost 3 events\nWARNING: Map full; x\n")).toBe(
    16,
  )
})

test('the program samples only this process, and no text from outside is part of it', () => {
  const program = bpftraceProgram({ event: 'cpu', hostPid: 4711, frequencyHz: 99, maxDepth: 127 })
  expect(program).toContain('profile:hz:99 /pid == 4711/')
  expect(program).not.toMatch(/comm|str\(|system|signal/)
})

const end = { signal: null, timedOut: false, cancelled: false, exitCode: 1 }

test('each error message of bpftrace has its Problem', () => {
  const memlock = "ERROR: Unknown error -1: couldn't set RLIMIT_MEMLOCK for bpftrace.\n"
  const codeOf = (stderr: string) => bpftraceProblem({ ...end, stderr: memlock + stderr }).code
  expect(codeOf("ERROR: failed to create map: '@a': Operation not permitted\n")).toBe('no-permission')
  expect(codeOf('ERROR: bpftrace currently only supports running as the root user.\n')).toBe('no-permission')
  expect(bpftraceProblem({ ...end, stderr: 'Operation not permitted' }).remedy).toContain(
    'capabilities BPF and PERFMON, or SYS_ADMIN before Linux 5.8',
  )
  expect(codeOf('/tmp/o.bt:1:1-30: ERROR: tracepoint not found: sched:sched_switch\n')).toBe('off-cpu-missing')
  expect(codeOf('syntax error\n')).toBe('tool-failed')
})
