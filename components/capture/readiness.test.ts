import { expect, it } from 'vitest'
import type { Readiness } from '../../lib/contract/doctor.ts'
import type { Finding } from '../../lib/findings.ts'
import { selectBestReadiness } from './readiness.ts'

const finding = (level: Finding['level'], title: string): Finding => ({
  code: title,
  level,
  title,
  evidence: '',
  remedy: '',
  command: null,
})
const cell = (level: Readiness['level'], ...findings: Finding[]): Readiness => {
  return { engine: 'perf', event: 'cpu', vantage: 'host', level, findings }
}

it('is ready without a word when nothing stands in the way', () => {
  expect(selectBestReadiness({ readiness: [cell('ready', finding('note', 'C2 is on'))] })).toMatchObject({
    engine: 'perf',
    level: 'ready',
    reason: '',
  })
})

it('names the worst finding first', () => {
  const { reason: why, findings } = selectBestReadiness({
    readiness: [cell('blocked', finding('note', 'n'), finding('degraded', 'd'), finding('blocked', 'b'))],
  })
  expect(why).toBe('b')
  expect(findings.map((one) => one.title)).toEqual(['b', 'd', 'n'])
})

it('takes the engine that gets furthest, and among equals the one that Hearth prefers', () => {
  const readiness: Readiness[] = [
    { ...cell('ready'), engine: 'jfr' },
    { ...cell('ready'), engine: 'perf' },
    { ...cell('degraded', finding('degraded', 'd')), engine: 'async-profiler' },
  ]
  expect(selectBestReadiness({ readiness })).toMatchObject({ engine: 'perf', level: 'ready' })
})

it('is blocked as long as no engine has looked', () => {
  expect(selectBestReadiness({ readiness: [] }).level).toBe('blocked')
})
