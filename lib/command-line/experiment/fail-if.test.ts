import { expect, test } from 'vitest'
import { computeVariableEffects } from '../../contract/experiment-effects.ts'
import type { ReportedExperiment, RunMark } from '../../contract/experiments.ts'
import { sampleExperimentRun, sampleLoad } from '../../testing/samples.ts'
import { assertConditionsCanDecide, decideConditions, readEffectCondition } from './fail-if.ts'

const values = [
  { database: 'h2', jdk: '17' },
  { database: 'h2', jdk: '25' },
  { database: 'postgres', jdk: '17' },
  { database: 'postgres', jdk: '25' },
]
const configurations: ReportedExperiment['configurations'] = values.map((one, at) => ({ number: at + 1, values: one }))

/** Postgres costs half as much again on either JDK, and the JDKs differ in nothing. */
function runAll(repetitions: number, marks: { mark: RunMark; reason: string }[] = []) {
  return Array.from({ length: 4 * repetitions }, (_, at) => {
    const [configuration, repetition] = [(at % 4) + 1, Math.floor(at / 4) + 1]
    const load = sampleLoad(100, { requests: 1000 })
    const cpuSeconds = (configuration > 2 ? 15 : 10) + ((at * 7) % 5) / 100
    return sampleExperimentRun({ number: at + 1, configuration, repetition, load, cpuSeconds, marks })
  })
}
const decide = (runs: ReturnType<typeof runAll>, ...conditions: string[]) =>
  decideConditions(conditions.map(readEffectCondition), computeVariableEffects({ configurations, runs }))

test('a condition fails where the runs show it, and names the change', () => {
  const { text, exitCode } = decide(runAll(3), '+10% cpu')
  expect(exitCode).toBe(3)
  expect(text).toMatch(
    /^FAILED \+10% cpu: database h2 to postgres: CPU \+(49|50)(\.\d)?%, interval \+.*, significant \(q = 0\.0\d+\)\n$/,
  )
})

test('it passes where the change is smaller, goes the other way, or is not shown, and says which', () => {
  expect(decide(runAll(3), '+60% cpu database', '-10% cpu').text.split('\n')).toEqual([
    expect.stringMatching(/^passed \+60% cpu database: database h2 to postgres: CPU .*, significant/),
    expect.stringMatching(/^passed -10% cpu: database h2 to postgres: CPU \+.*, significant/),
    expect.stringMatching(/^passed -10% cpu: jdk 17 to 25: CPU .*, not significant \(q = /),
    '',
  ])
  expect(decide(runAll(3), '+10% cpu jdk=25', '+60% cpu')).toMatchObject({ exitCode: 0 })
  expect(decide(runAll(3))).toEqual({ text: '', exitCode: 0 })
})

test('what too few runs can decide never passes', () => {
  const few = decide(runAll(1), '+10% cpu jdk')
  expect(few.exitCode).toBe(1)
  expect(few.text).toMatch(/^NOT DECIDED \+10% cpu jdk: jdk 17 to 25: CPU .*, too few runs: p is at least 50%\n$/)
  const dead = decide(runAll(3, [{ mark: 'container-died', reason: 'it ended' }]), '-5% throughput jdk')
  expect(dead).toEqual({
    text: 'NOT DECIDED -5% throughput jdk: jdk 17 to 25: No runs of both that count\n',
    exitCode: 1,
  })
  const unmeasured = runAll(3).map((run) => ({ ...run, cpuSeconds: null }))
  expect(decide(unmeasured, '+1% cpu jdk')).toEqual({
    text: 'NOT DECIDED +1% cpu jdk: jdk 17 to 25: no runs of both values measured CPU\n',
    exitCode: 1,
  })
})

test('what the plan can never decide is refused', () => {
  const check = (condition: string, repetitions: number, some = configurations, events = ['cpu']) =>
    assertConditionsCanDecide([readEffectCondition(condition)], { configurations: some, repetitions, events })
  check('+10% cpu', 3)
  expect(() => check('+10% cpu', 1)).toThrow(/too few to show what database h2 to postgres changes: raise repetitions/)
  check('+10% allocation', 3, configurations, ['cpu', 'alloc'])
  expect(() => check('+10% allocation', 3)).toThrow('no run is profiled for allocations: add alloc to capture.events')
  check('+10% cpu jdk', 3, configurations.slice(0, 2))
  expect(() => check('+10% cpu jdk', 2, configurations.slice(0, 2))).toThrow('2 repetitions are too few')
  // Shares that failed are compared by ranks alone.
  expect(() => check('+10% failed jdk', 4, configurations.slice(0, 2))).toThrow('4 repetitions are too few')
  check('+10% failed jdk', 5, configurations.slice(0, 2))
  expect(() => check('+10% cpu', 3, configurations.slice(0, 1))).toThrow('there is no variable with two values')
  expect(() => check('+10% cpu jdk=25', 9, [configurations[0]!, configurations[3]!])).toThrow(
    'no two configurations differ in jdk 17 to 25 alone',
  )
  expect(() => check('+10% cpu heap', 3)).toThrow('there is no heap, but database=postgres, jdk=25')
  expect(() => check('+10% cpu jdk=17', 3)).toThrow('jdk=17 is the first value')
})

test('what is no condition is refused, with those there are', () => {
  for (const text of ['10% cpu', '+10 cpu', '+10%', 'cpu > 10%', ''])
    expect(() => readEffectCondition(text), text).toThrow(`it is not of the form '+10% cpu'`)
  expect(() => readEffectCondition('+10% com.acme')).toThrow(
    'there is no measure com.acme, but throughput, cpu, allocation, p50, p90, p95, p99, p99.9, failed',
  )
  expect(() => readEffectCondition('-101% cpu')).toThrow('nothing falls by more than 100%')
})
