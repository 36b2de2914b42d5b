import { describe, expect, it } from 'vitest'
import type { DoctorReport, Readiness } from '../../lib/contract/doctor.ts'
import type { Finding } from '../../lib/findings.ts'
import { type CaptureChoice, defaultChoice } from './capture-choice.ts'
import {
  explainOffEvent,
  findChoiceProblem,
  listEngineOffers,
  type ChoiceContext,
  listPossibleEvents,
} from './choice-problems.ts'

const finding = (title: string, level: Finding['level'] = 'blocked'): Finding => {
  return { code: 'x', level, title, evidence: '', remedy: '', command: null }
}
const cell = (
  engine: Readiness['engine'],
  event: Readiness['event'],
  level: Readiness['level'] = 'ready',
  vantage: Readiness['vantage'] = 'host',
): Readiness => ({
  engine,
  event,
  vantage,
  level,
  findings: level === 'ready' ? [] : [finding(`${engine} ${level}`, level)],
})
const reported = (...cells: Readiness[]): ChoiceContext => {
  const report: DoctorReport = { targetId: 'a'.repeat(16), at: 1, cells, plans: [] }
  return { target: { readiness: [] }, report }
}
const seen = (...readiness: Readiness[]): ChoiceContext => ({ target: { readiness }, report: null })
const choose = (more: Partial<CaptureChoice>): CaptureChoice => ({ ...defaultChoice, ...more })

describe('what stands in the way of a choice', () => {
  it('is nothing while one engine can', () => {
    const context = reported(cell('async-profiler', 'cpu', 'blocked'), cell('perf', 'cpu', 'degraded'))
    expect(findChoiceProblem(choose({}), context)).toBeNull()
  })

  it('is what every engine lacks when none can', () => {
    const context = reported(cell('async-profiler', 'cpu', 'blocked'), cell('perf', 'cpu', 'blocked'))
    const why = findChoiceProblem(choose({}), context)
    expect(why).toBe('No engine can record this. The reason is next to each engine.')
  })

  it('is the reason itself where all engines have the same', () => {
    const because = { findings: [finding('Attaching is disabled.')] }
    const context = reported(
      { ...cell('async-profiler', 'cpu', 'blocked'), ...because },
      { ...cell('jfr', 'cpu', 'blocked'), ...because },
    )
    expect(findChoiceProblem(choose({}), context)).toBe('No engine can record this. Attaching is disabled.')
  })

  it('goes on after a colon where what all engines lack is no sentence', () => {
    const context = reported(cell('bpftrace', 'off-cpu'), cell('perf', 'cpu'))
    expect(findChoiceProblem(choose({ vantage: 'helper', events: ['cpu'] }), reported(cell('perf', 'cpu')))).toBe(
      'No engine can record this: not available in a helper container for this JVM.',
    )
    expect(findChoiceProblem(choose({ events: ['alloc'] }), context)).toBe(
      'No engine can record this: each records no allocations.',
    )
  })

  it('is the finding of the engine that was named', () => {
    const context = reported(cell('async-profiler', 'cpu'), cell('perf', 'cpu', 'blocked'))
    expect(findChoiceProblem(choose({ engine: 'perf' }), context)).toBe('perf: perf blocked')
    expect(findChoiceProblem(choose({ engine: 'async-profiler' }), context)).toBeNull()
  })

  it.each<[Partial<CaptureChoice>, string]>([
    [{ engine: 'perf', events: ['alloc'] }, 'perf: it records no allocations'],
    [{ engine: 'bpftrace', events: ['cpu', 'off-cpu'] }, 'bpftrace: it records one event at a time'],
    [{ engine: 'async-profiler', scope: 'container' }, 'async-profiler: it sees one JVM only, no other process'],
    [{ engine: 'jfr', mode: 'flight-recorder' }, 'JFR: it is no flight recorder'],
    [{ engine: 'jfr', kernelFrames: true }, 'JFR: it has no kernel frames'],
    [{ events: [] }, 'Choose at least one event.'],
  ])('is said before anything is asked: %j', (choice, expected) => {
    expect(findChoiceProblem(choose(choice), seen())).toBe(expected)
  })

  it('counts the worst of several events', () => {
    const context = reported(cell('jfr', 'cpu'), cell('jfr', 'io', 'blocked'))
    expect(findChoiceProblem(choose({ engine: 'jfr', events: ['cpu', 'io'] }), context)).toBe('JFR: jfr blocked')
  })

  it('is that no engine has all of it at once, and what would work', () => {
    const context = reported(cell('jfr', 'alloc'), cell('jfr', 'cpu'), cell('async-profiler', 'wall', 'blocked'))
    expect(findChoiceProblem(choose({ events: ['cpu', 'wall', 'alloc'] }), context)).toBe(
      'No engine can record this. The reason is next to each engine. CPU and Allocations work alone.',
    )
    expect(findChoiceProblem(choose({ events: ['cpu', 'wall'] }), context)).toBe(
      'No engine can record this. The reason is next to each engine. CPU works alone.',
    )
  })

  it('can be the place alone', () => {
    const context = reported(cell('jfr', 'cpu', 'blocked', 'helper'), cell('jfr', 'cpu', 'ready', 'host'))
    expect(findChoiceProblem(choose({ engine: 'jfr' }), context)).toBeNull()
    expect(findChoiceProblem(choose({ engine: 'jfr', vantage: 'helper' }), context)).toBe('JFR: jfr blocked')
    expect(findChoiceProblem(choose({ engine: 'perf' }), context)).toBe('This Hearth has no perf.')
    const onHostOnly = reported(cell('perf', 'cpu'))
    expect(findChoiceProblem(choose({ engine: 'perf', vantage: 'helper' }), onHostOnly)).toBe(
      'perf: not available in a helper container for this JVM',
    )
  })
})

describe('why an event cannot be added to a choice', () => {
  const ofJfr = ['cpu', 'alloc', 'lock', 'exceptions'] as const
  const why = (event: Parameters<typeof explainOffEvent>[0], events: CaptureChoice['events']) =>
    explainOffEvent(event, choose({ engine: 'jfr', events }), seen())

  it('is the limit where the engine records the event', () => {
    expect(why('io', [...ofJfr])).toBe('You can choose at most 4 events.')
  })

  it('is the engine where it does not record the event, also at the limit', () => {
    const expected = /^JFR does not record Wall clock; .* can\.$/
    expect(why('wall', ['cpu'])).toMatch(expected)
    expect(why('wall', [...ofJfr])).toMatch(expected)
  })

  it.each([
    ['perf', 'cpu', 'This Hearth has no perf.'],
    ['perf', 'alloc', 'This Hearth has no perf.'],
    ['jfr', 'wall', 'JFR does not record Wall clock; async-profiler can.'],
    ['jfr', 'alloc', 'JFR cannot record Allocations here; async-profiler can.'],
    ['jfr', 'off-cpu', 'No engine here records Off-CPU.'],
    ['auto', 'off-cpu', 'No engine here records Off-CPU.'],
  ] as const)('names engines that this Hearth has: of %s, %s', (engine, event, expected) => {
    const cells = (['cpu', 'wall', 'alloc'] as const).map((one) => cell('async-profiler', one))
    const context = reported(...cells, cell('jfr', 'cpu'))
    expect(explainOffEvent(event, choose({ engine, events: ['io'] }), context)).toBe(expected)
  })

  it('is nothing for an event that can be added, and for each that is chosen', () => {
    expect(why('io', ['cpu'])).toBeNull()
    expect(why('wall', ['cpu', 'wall'])).toBeNull()
  })
})

describe('the engines of the menu', () => {
  it('stand best first, with what each lacks', () => {
    const context = seen(cell('perf', 'cpu', 'degraded'), cell('jfr', 'cpu'), cell('async-profiler', 'cpu', 'blocked'))
    expect(listEngineOffers(choose({}), context)).toMatchObject([
      { engine: 'bpftrace', level: 'ready' },
      { engine: 'jfr', level: 'ready', reason: '' },
      { engine: 'perf', level: 'degraded', reason: 'perf degraded' },
      { engine: 'async-profiler', level: 'blocked', reason: 'async-profiler blocked' },
    ])
  })

  it('know which events they have', () => {
    expect(listPossibleEvents('perf', seen())).toEqual(['cpu'])
    expect(listPossibleEvents('auto', reported(cell('jfr', 'io'), cell('perf', 'cpu')))).toEqual(['cpu', 'io'])
  })
})
