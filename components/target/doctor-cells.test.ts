import { expect, it } from 'vitest'
import type { Plan, Readiness } from '../../lib/contract/doctor.ts'
import type { Finding } from '../../lib/findings.ts'
import { findExpectedPlan, buildMatrix } from './doctor-cells.ts'

const finding = (title: string, level: Finding['level']): Finding => {
  return { code: 'x', level, title, evidence: '', remedy: '', command: null }
}
const cell = (
  engine: Readiness['engine'],
  event: Readiness['event'],
  level: Readiness['level'],
  vantage: Readiness['vantage'] = 'host',
): Readiness => ({
  engine,
  event,
  vantage,
  level,
  findings: level === 'ready' ? [] : [finding(`Something of ${engine}.`, level)],
})
const plan = (engine: Plan['engine'], vantage: Plan['vantage'] = 'host'): Plan => ({ engine, vantage })
const reportOf = (cells: Readiness[], ...plans: Plan[]) => ({ cells, plans: [{ event: 'cpu' as const, plans }] })

it('has a row for each event that an engine serves, and a column for each engine, host before helper', () => {
  const { engines, rows } = buildMatrix([
    cell('perf', 'cpu', 'ready', 'helper'),
    cell('perf', 'cpu', 'blocked'),
    cell('jfr', 'io', 'ready'),
  ])
  expect(engines).toEqual(['perf', 'jfr'])
  const marks = rows.map(({ event, cells }) => [
    event,
    ...cells.map(({ readiness }) => readiness.map(({ level }) => level)),
  ])
  expect(marks).toEqual([
    ['cpu', ['blocked', 'ready'], []],
    ['io', [], ['ready']],
  ])
})

it('keeps the capital of a name in the middle of a sentence', () => {
  const blocked = {
    ...cell('async-profiler', 'cpu', 'blocked'),
    findings: [finding('Hearth has no library.', 'blocked')],
  }
  expect(findExpectedPlan(reportOf([blocked]), 'cpu').reason).toBe('async-profiler: Hearth has no library.')
})

it('says why a later engine is taken', () => {
  const cells = [cell('async-profiler', 'cpu', 'blocked'), cell('perf', 'cpu', 'ready'), cell('jfr', 'cpu', 'ready')]
  expect(findExpectedPlan(reportOf(cells, plan('perf'), plan('jfr')), 'cpu')).toEqual({
    plan: 'perf on the host',
    reason: 'since async-profiler is blocked: something of async-profiler.',
    fallbacks: ['JFR on the host'],
  })
})

it('says why it goes into a helper container', () => {
  const cells = [cell('bpftrace', 'cpu', 'blocked'), cell('bpftrace', 'cpu', 'ready', 'helper')]
  expect(findExpectedPlan(reportOf(cells, plan('bpftrace', 'helper')), 'cpu').reason).toBe(
    'since bpftrace on the host is blocked: something of bpftrace.',
  )
})

it('says nothing of helper containers where the host needs none', () => {
  const cells = [cell('async-profiler', 'cpu', 'ready'), cell('async-profiler', 'cpu', 'blocked', 'helper')]
  expect(findExpectedPlan(reportOf(cells, plan('async-profiler')), 'cpu').reason).toBe('the only engine for it')
})

it('says what the graph will lack, and when there is nothing to say', () => {
  const degraded = [cell('perf', 'cpu', 'degraded')]
  expect(findExpectedPlan(reportOf(degraded, plan('perf')), 'cpu').reason).toBe(
    'Works with a limit: something of perf.',
  )
  expect(findExpectedPlan(reportOf([cell('perf', 'cpu', 'ready')], plan('perf')), 'cpu').reason).toBe(
    'the only engine for it',
  )
  const two = [cell('async-profiler', 'cpu', 'ready'), cell('perf', 'cpu', 'blocked')]
  expect(findExpectedPlan(reportOf(two, plan('async-profiler')), 'cpu').reason).toBe('the first choice')
})

it('names what is nearest to working when nothing does', () => {
  const cells = [cell('jfr', 'cpu', 'blocked'), cell('perf', 'cpu', 'blocked')]
  expect(findExpectedPlan(reportOf(cells), 'cpu')).toEqual({
    plan: null,
    reason: 'perf: something of perf.',
    fallbacks: [],
  })
})
