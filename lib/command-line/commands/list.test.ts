import { expect, test } from 'vitest'
import type { Target } from '../../contract/target.ts'
import { createFinding } from '../../findings.ts'
import { sampleTarget } from '../../testing/samples.ts'
import { list, readListOptions } from './list.ts'

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
      /^hearth: async-profiler: Hearth has no async-profiler library.* Command: HEARTH_INSTALL=1 npm start$/,
    ),
    '',
  ])
  errorOutput = ''
  await list(readListOptions([]), async () => [sampleTarget({ readiness: [] })], streams)
  expect(errorOutput).toBe('')
  const degraded: Target['readiness'] = [{ engine: 'perf', ...cell, level: 'degraded', findings: [] }]
  await list(readListOptions([]), async () => [sampleTarget({ readiness: degraded })], streams)
  expect(output).toContain('(perf)')
  expect(errorOutput).toBe('Engines in brackets work, with limits: `hearth doctor CONTAINER` says which.\n')
})
