import { expect, test } from 'vitest'
import { sampleFinding } from '../../testing/samples.ts'
import { cellOf } from './readiness.ts'

const cell = { engine: 'perf', event: 'cpu', vantage: 'host' } as const

test.each([
  ['ready', []],
  ['ready', ['note']],
  ['degraded', ['note', 'degraded']],
  ['blocked', ['degraded', 'blocked', 'note']],
] as const)('it is %s with %j', (level, levels) => {
  const findings = levels.map(sampleFinding)
  expect(cellOf(cell, findings)).toEqual({ ...cell, level, findings })
})
