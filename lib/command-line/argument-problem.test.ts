import { expect, test } from 'vitest'
import { captureUsage, readCaptureArguments } from './commands/capture.ts'
import { findMeant, readJvmName, translateArgumentError, usageAfterMistake } from './argument-problem.ts'
import { experimentUsage } from './experiment/experiment.ts'

function whatIsWrong(...args: string[]): string {
  try {
    return readJvmName(readCaptureArguments(args).positionals)
  } catch (error) {
    const problem = translateArgumentError(error, captureUsage) as { facts: { what: string } }
    return problem.facts.what
  }
}

test.each([
  [['--frequency', '99', 'shop'], 'unknown option --frequency (did you mean --hz?)'],
  [['--secnds=3', 'shop'], 'unknown option --secnds (did you mean --seconds?)'],
  [['--duration=3', 'shop'], 'unknown option --duration (did you mean --seconds?)'],
  [['--nonsense', 'shop'], 'unknown option --nonsense'],
  [['-z', 'shop'], 'unknown option -z'],
  [['----\u001b[2J', 'shop'], 'unknown option ----\\u{1b}[2J'],
  [['shop', '--seconds'], '--seconds needs a value'],
  [['--seconds', '--json', 'shop'], '--seconds needs a value'],
  [['shop', '-n'], '-n, --namespace needs a value'],
  [['--json=3', 'shop'], '--json takes no value'],
  [[], 'missing JVM: `hearth list` shows their names'],
  [['shop', 'till'], 'unexpected argument "till": name one JVM'],
  [['shop'], 'shop'],
])('%j: %s', (args, what) => {
  expect(whatIsWrong(...args)).toBe(what)
})

test('a name is meant where it is near, and none where it is not', () => {
  const commands = ['list', 'doctor', 'capture', 'top']
  expect(findMeant('doctr', commands)).toBe('doctor')
  expect(findMeant('captures', commands)).toBe('capture')
  expect(findMeant('tpo', commands)).toBe(null)
  expect(findMeant('frobnicate', commands)).toBe(null)
  expect(findMeant('x', [])).toBe(null)
})

test.each([
  [['compare', 'runs/a'], 'usage: hearth experiment compare [--json] [--fail-if=CONDITION] SERIES1 SERIES2'],
  [['--nonsense', 'schema'], 'usage: hearth experiment schema'],
  [['rn'], '`hearth experiment --help` says more.'],
  [[], '`hearth experiment --help` says more.'],
])('after a mistake, experiment %j shows the usage of its verb: %s', (args, expected) => {
  expect(usageAfterMistake('experiment', args, experimentUsage)).toBe(expected)
})

test('after a mistake, a command without verbs shows its usage', () => {
  expect(usageAfterMistake('capture', ['shop', '-n'], captureUsage)).toBe(
    'usage: hearth capture [options] JVM|pod/NAME|WORKLOAD/NAME',
  )
})

test('what is no mistake of arguments stays as it is', () => {
  const bug = new TypeError('x')
  expect(translateArgumentError(bug, captureUsage)).toBe(bug)
  expect(translateArgumentError('x', captureUsage)).toBe('x')
})
