import { expect, test } from 'vitest'
import type { Target } from '../../contract/target.ts'
import { createFinding } from '../../findings.ts'
import { sampleTarget } from '../../testing/samples.ts'
import { list, listJvmsRemotely, readListOptions } from './list.ts'

test('an engine that is not installed is said once, with the command that gets it, beside the list', async () => {
  const findings = [createFinding('async-profiler-missing', {}, 'none')]
  const cell = { event: 'cpu', vantage: 'host' } as const
  const readiness: Target['readiness'] = [
    { engine: 'async-profiler', ...cell, level: 'blocked', findings },
    { engine: 'jfr', ...cell, level: 'ready', findings: [] },
  ]
  const targets = ['a', 'b'].map((letter) => sampleTarget({ id: letter.repeat(16), readiness }))
  let [output, errorOutput] = ['', '']
  const streams = {
    stdin: undefined as never,
    stdout: { write: (more: Uint8Array | string) => void (output += String(more)) },
    stderr: { write: (more: string) => void (errorOutput += more) },
  }
  expect(await list(readListOptions(['--json']), async () => targets, streams)).toBe(0)
  expect(JSON.parse(output)).toHaveLength(2)
  expect(errorOutput.split('\n')).toEqual([
    expect.stringMatching(
      /^hearth: async-profiler: Hearth has no async-profiler library.* Command: npm start -- --install-only$/,
    ),
    '',
  ])
  await list(readListOptions([]), async () => targets, streams)
  expect(output).toMatch(/ JFR$/m)
  errorOutput = ''
  await list(readListOptions([]), async () => [sampleTarget({ readiness: [] })], streams)
  expect(errorOutput).toBe('')
  const degraded: Target['readiness'] = [{ engine: 'perf', ...cell, level: 'degraded', findings: [] }]
  await list(readListOptions([]), async () => [sampleTarget({ readiness: degraded })], streams)
  expect(output).toContain('(perf)')
  expect(errorOutput).toBe('Engines in brackets work, with limits: `hearth doctor CONTAINER` says which.\n')
})

test('the list of a dashboard says which of its hosts lacks an engine, and that none of them has a JVM', async () => {
  const findings = [createFinding('async-profiler-missing', {}, 'none')]
  const readiness: Target['readiness'] = [
    { engine: 'async-profiler', event: 'cpu', vantage: 'host', level: 'blocked', findings },
  ]
  const here = sampleTarget({ id: 'a'.repeat(16), readiness: [] })
  const there = sampleTarget({ id: 'b'.repeat(16), collectorId: 'east', readiness })
  const snapshotOf = (targets: readonly Target[], pods = 0) => ({
    targets,
    pods: Array.from({ length: pods }),
    collector: { problem: null },
    collectors: [
      { id: 'local', name: '' },
      { id: 'east', name: 'east.example' },
    ],
  })
  const listed = async (snapshot: unknown) => {
    const written = { output: '', errors: '' }
    await listJvmsRemotely(
      readListOptions([]),
      { call: async () => snapshot as never },
      {
        stdin: undefined as never,
        stdout: { write: (more: Uint8Array | string) => void (written.output += String(more)) },
        stderr: { write: (more: string) => void (written.errors += more) },
      },
    )
    return written
  }
  expect((await listed(snapshotOf([here, there]))).errors).toMatch(
    /^hearth: async-profiler on east\.example: Hearth has no/,
  )
  expect(await listed(snapshotOf([], 1))).toEqual({
    output: 'No JVM runs on the hosts of this dashboard.\n',
    errors: '1 container of Kubernetes pods: `hearth list -A`\n',
  })
})
