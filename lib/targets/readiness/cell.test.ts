import { expect, test } from 'vitest'
import type { Finding } from '../../findings.ts'
import { cellOf } from './readiness.ts'

const cell = { engine: 'perf', event: 'cpu', vantage: 'host' } as const
const finding = (level: Finding['level']): Finding => ({
  code: 'x',
  level,
  title: 'x',
  evidence: 'x',
  remedy: 'x',
  command: null,
})

test.each([
  ['ready', []],
  ['ready', ['note']],
  ['degraded', ['note', 'degraded']],
  ['blocked', ['degraded', 'blocked', 'note']],
] as const)('it is %s with %j', (level, levels) => {
  const findings = levels.map(finding)
  expect(cellOf(cell, findings)).toEqual({ ...cell, level, findings })
})
