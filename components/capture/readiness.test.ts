import { expect, it } from 'vitest'
import { type Finding, type Readiness } from '../../lib/contract.ts'
import { bestReadiness } from './readiness.ts'

const finding = (level: Finding['level'], title: string): Finding => ({
  code: title,
  level,
  title,
  evidence: '',
  remedy: '',
  command: null,
})
const perf = (level: Readiness['level'], ...findings: Finding[]): Readiness => ({ engine: 'perf', level, findings })

it('is ready without a word when nothing stands in the way', () => {
  expect(bestReadiness({ readiness: [perf('ready', finding('note', 'C2 is on'))] })).toMatchObject({
    engine: 'perf',
    level: 'ready',
    why: '',
  })
})

it('names the worst finding first', () => {
  const { why, findings } = bestReadiness({
    readiness: [perf('blocked', finding('note', 'n'), finding('degraded', 'd'), finding('blocked', 'b'))],
  })
  expect(why).toBe('b')
  expect(findings.map((one) => one.title)).toEqual(['b', 'd', 'n'])
})

it('takes the engine that gets furthest', () => {
  expect(bestReadiness({ readiness: [perf('blocked', finding('blocked', 'b')), perf('degraded')] }).level).toBe(
    'degraded',
  )
})

it('is blocked as long as no engine has looked', () => {
  expect(bestReadiness({ readiness: [] }).level).toBe('blocked')
})
