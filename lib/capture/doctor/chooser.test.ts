import { describe, expect, test } from 'vitest'
import type { Readiness } from '../../contract/doctor.ts'
import { Problem } from '../../errors.ts'
import type { Finding } from '../../findings.ts'
import { engineTable } from '../../contract/engines.ts'
import { cellOf } from '../../targets/readiness/readiness.ts'
import { type PlanRequest, type Candidate, choosePlans, explainUnsupported } from './chooser.ts'

const engines: readonly Candidate[] = [
  { ...engineTable.perf, id: 'perf', events: ['cpu', 'off-cpu'] },
  { ...engineTable.jfr, id: 'jfr', events: ['cpu', 'alloc', 'io'] },
  { ...engineTable.bpftrace, id: 'bpftrace' },
  { ...engineTable['async-profiler'], id: 'async-profiler', events: ['cpu', 'alloc', 'lock'] },
]
const asked = (more: Partial<PlanRequest> = {}): PlanRequest => ({
  engine: 'auto',
  vantage: 'auto',
  events: ['cpu'],
  scope: 'jvm',
  mode: 'timed',
  ...more,
})

function finding(level: Finding['level'], title: string): Finding {
  return { code: 'x', level, title, evidence: 'x', remedy: 'x', command: null }
}

/** `perf@host: degraded` and so on, for every event of the engine; all others are blocked. */
function cellsOf(text: string): Readiness[] {
  const levels = new Map(text.split(', ').map((part) => part.split(': ') as [string, string]))
  return engines.flatMap(({ id, title, events }) =>
    (['host', 'helper'] as const).flatMap((vantage) =>
      events.map((event) => {
        const level = (levels.get(`${id} ${event}@${vantage}`) ?? levels.get(`${id}@${vantage}`) ?? 'blocked') as
          'ready' | 'degraded' | 'blocked'
        return cellOf(
          { engine: id, event, vantage },
          level === 'ready' ? [] : [finding(level, `${title} is ${level}.`)],
        )
      }),
    ),
  )
}

function plansOf(cells: string, request: Partial<PlanRequest> = {}): string {
  const { plans, isBlocked } = choosePlans(cellsOf(cells), asked(request), engines)
  return `${isBlocked ? 'blocked: ' : ''}${plans.map(({ engine, vantage }) => `${engine}@${vantage}`).join(' ')}`
}

describe('engines and vantages are tried in this order', () => {
  test.each<[string, Partial<PlanRequest>, string]>([
    // those that are ready, in the order of preference
    [
      'jfr@host: ready, bpftrace@host: ready, perf@host: ready, async-profiler@host: ready',
      {},
      'async-profiler@host perf@host bpftrace@host jfr@host',
    ],
    // ready before degraded, whatever the order of preference
    [
      'jfr@host: ready, perf@host: degraded, async-profiler@host: degraded',
      {},
      'jfr@host async-profiler@host perf@host',
    ],
    // the host where that works, else a helper
    ['perf@host: ready, async-profiler@helper: ready', {}, 'perf@host async-profiler@helper'],
    ['async-profiler@helper: ready, jfr@helper: ready', {}, 'async-profiler@helper jfr@helper'],
    ['perf@host: degraded, jfr@helper: ready', {}, 'jfr@helper perf@host'],
    // only the requested vantage and engine
    ['perf@host: ready, perf@helper: ready, jfr@helper: ready', { vantage: 'helper' }, 'perf@helper jfr@helper'],
    ['perf@host: ready, jfr@host: ready, jfr@helper: ready', { engine: 'jfr' }, 'jfr@host'],
    ['perf@host: ready, jfr@helper: ready', { engine: 'jfr' }, 'jfr@helper'],
    // a request with both is not changed, whatever the doctor says
    ['', { engine: 'jfr', vantage: 'helper' }, 'blocked: jfr@helper'],
    ['perf@host: ready', { engine: 'jfr', vantage: 'host' }, 'blocked: jfr@host'],
    // several events at once: engines that record all of them, with the worst level of any
    ['async-profiler@host: ready, jfr@host: ready', { events: ['cpu', 'alloc'] }, 'async-profiler@host jfr@host'],
    ['async-profiler@host: ready, jfr@host: ready', { events: ['cpu', 'lock'] }, 'async-profiler@host'],
    [
      'async-profiler cpu@host: ready, async-profiler alloc@host: degraded, jfr@host: ready',
      { events: ['cpu', 'alloc'] },
      'jfr@host async-profiler@host',
    ],
    // an event that only two engines record
    [
      'perf@host: ready, bpftrace@host: ready, async-profiler@host: ready',
      { events: ['off-cpu'] },
      'perf@host bpftrace@host',
    ],
    // other processes, and the flight recorder: perf alone
    ['perf@host: degraded, async-profiler@host: ready', { scope: 'container' }, 'perf@host'],
    ['perf@host: degraded, async-profiler@host: ready', { mode: 'flight-recorder' }, 'perf@host'],
    // nothing works: the first one is tried, and its failure says why
    ['', {}, 'blocked: async-profiler@host'],
  ])('%s %j: %s', (cells, request, expected) => {
    expect(plansOf(cells, request)).toBe(expected)
  })

  test('if all are blocked, the one with the fewest blocking findings', () => {
    const where = { event: 'cpu', vantage: 'host' } as const
    const cells = [
      cellOf({ engine: 'async-profiler', ...where }, [finding('blocked', 'a'), finding('blocked', 'b')]),
      cellOf({ engine: 'perf', ...where }, [finding('blocked', 'a'), finding('degraded', 'c'), finding('note', 'd')]),
    ]
    expect(choosePlans(cells, asked(), engines).plans).toEqual([{ engine: 'perf', vantage: 'host' }])
  })
})

describe('engines that are not used', () => {
  const perf = { engine: 'perf', vantage: 'host' } as const

  test('have a reason each: a finding of the doctor, or that another one is preferred', () => {
    const cells = cellsOf('perf@host: ready, bpftrace@host: ready, async-profiler@host: degraded')
    expect(choosePlans(cells, asked(), engines).enginesNotUsed(perf)).toEqual([
      { engine: 'async-profiler', reason: 'async-profiler is degraded.' },
      { engine: 'bpftrace', reason: 'It could have been used too; perf was preferred.' },
      { engine: 'JFR', reason: 'JFR is blocked.' },
    ])
  })

  test('have as their reason that the user chose another one', () => {
    const choice = choosePlans([], asked({ engine: 'perf', vantage: 'host' }), engines)
    expect(new Set(choice.enginesNotUsed(perf).map(({ reason }) => reason))).toEqual(new Set(['perf was requested.']))
  })

  test('have as their reason that they do not support the request', () => {
    const reasons = (request: Partial<PlanRequest>) =>
      choosePlans([], asked(request), engines)
        .enginesNotUsed(perf)
        .map(({ engine, reason }) => `${engine}: ${reason}`)
    expect(reasons({ events: ['off-cpu'] })).toContain('async-profiler: It records no off-CPU time.')
    expect(reasons({ scope: 'container' })).toContain('JFR: It sees one JVM only, no other process.')
    expect(reasons({ mode: 'flight-recorder' })).toContain('JFR: It is no flight recorder.')
  })
})

describe('requests that no engine supports', () => {
  test.each<[Partial<PlanRequest>, boolean]>([
    [{ events: ['cpu'] }, true],
    [{ events: ['cpu', 'alloc'] }, true],
    [{ events: ['off-cpu', 'alloc'] }, false],
    [{ events: ['exceptions'] }, false],
    [{ events: ['cpu', 'alloc'], engine: 'perf' }, false],
    [{ events: ['alloc'], scope: 'container' }, false],
    [{ events: ['cpu'], scope: 'host' }, true],
  ])('%j is supported: %s', (request, isPossible) => {
    const reason = explainUnsupported(asked(request), engines)
    if (isPossible) expect(reason).toBeNull()
    else expect(reason?.reasons).toMatch(/\w+: It \w+/)
  })

  test('name the engines that could, where one was chosen that cannot', () => {
    const why = explainUnsupported(asked({ events: ['cpu', 'alloc'], engine: 'perf' }), engines)!
    expect(why.able).toEqual(['JFR', 'async-profiler'])
    expect(new Problem('no-engine', why).remedy).toBe(
      'Choose JFR or async-profiler, or leave the choice of the engine to Hearth.',
    )
  })
})
