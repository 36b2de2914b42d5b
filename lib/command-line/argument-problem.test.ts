import { expect, test } from 'vitest'
import { captureUsage, readCaptureArguments } from './commands/capture.ts'
import {
  describeMissing,
  findMeant,
  readJvmName,
  spellOptions,
  translateArgumentError,
  usageAfterMistake,
  usageOfVerb,
} from './argument-problem.ts'
import { collapseUsage } from './commands/collapse.ts'
import { compareUsage } from './commands/compare.ts'
import { recordUsage } from './commands/record.ts'
import { topUsage } from './commands/top.ts'
import { importUsage } from './commands/import.ts'
import { profilesUsage } from './dashboard/list-profiles.ts'
import { shareUsage } from './dashboard/share-remote.ts'
import { experimentUsage } from './experiment/experiment.ts'

function whatIsWrong(...args: string[]): string {
  try {
    return readJvmName(readCaptureArguments(args).positionals, captureUsage)
  } catch (error) {
    const problem = translateArgumentError(error, captureUsage) as { facts: { what: string } }
    return problem.facts.what
  }
}

test.each([
  [['--frequency', '99', 'shop'], 'unknown option --frequency (did you mean --hz?)'],
  [['--secnds=3', 'shop'], 'unknown option --secnds (did you mean --seconds?)'],
  [['--profiler=jfr', 'shop'], 'unknown option --profiler (did you mean --engine?)'],
  [['--secs=3', 'shop'], 'unknown option --secs (did you mean --seconds?)'],
  [['--evts=cpu', 'shop'], 'unknown option --evts (did you mean --events?)'],
  [['--nonsense', 'shop'], 'unknown option --nonsense'],
  [['-z', 'shop'], 'unknown option -z'],
  [['----\u001b[2J', 'shop'], 'unknown option ----\\u{1b}[2J'],
  [['shop', '--seconds'], '--seconds needs a value'],
  [['--seconds', '--json', 'shop'], '--seconds needs a value'],
  [['shop', '-n'], '-n, --namespace needs a value'],
  [['--json=3', 'shop'], '--json takes no value'],
  [[], 'missing JVM|pod/NAME|WORKLOAD/NAME: `hearth list` shows their names'],
  [['shop', 'till'], 'unexpected argument "till": name one JVM'],
  [['shop'], 'shop'],
])('%j: %s', (args, what) => {
  expect(whatIsWrong(...args)).toBe(what)
})

test.each([
  [
    captureUsage,
    ['--event', 'cpu', '--duration=3', '--out=a', '--baseline=b'],
    '--events cpu --seconds=3 --output=a --compare-to=b',
  ],
  [
    captureUsage,
    ['--events=cpu', '--seconds', '3', '-o', 'a', '--compare-to=b'],
    '--events=cpu --seconds 3 -o a --compare-to=b',
  ],
  [topUsage, ['--limit', '3', '--event=wall'], '--rows 3 --events=wall'],
  [recordUsage, ['--duration', '3', 'shop'], '--seconds 3 shop'],
  [compareUsage, ['--events=alloc', '--', '--events'], '--event=alloc -- --events'],
  [profilesUsage, ['--rows=3', '--baseline=x'], '--limit=3 --baseline=x'],
  [shareUsage, ['--compare-to', 'x'], '--baseline x'],
  [experimentUsage, ['run', '--output=runs'], 'run --out=runs'],
  [collapseUsage, ['--event=cpu'], '--event=cpu'],
])('an option may have the name that it has in another command: %#', (usage, args, expected) => {
  expect(spellOptions(args, usage).join(' ')).toBe(expected)
})

test.each([
  [importUsage, ['missing FILE']],
  [compareUsage, ['missing BEFORE', 'missing AFTER']],
  [recordUsage, ['missing JVM']],
  [usageOfVerb(['compare'], experimentUsage), ['missing SERIES1', 'missing SERIES2']],
  [usageOfVerb(['results'], experimentUsage), ['missing FILE|ID|NAME']],
])('a name that is missing is called as in the usage: %#', (usage, expected) => {
  expect(expected.map((_, given) => describeMissing(given, usage))).toEqual(expected)
})

test('a name is meant where it is near, and none where it is not', () => {
  const commands = ['list', 'doctor', 'capture', 'top']
  expect(findMeant('doctr', commands)).toBe('doctor')
  expect(findMeant('captures', commands)).toBe('capture')
  expect(findMeant('cap', commands)).toBe('capture')
  expect(findMeant('do', [...commands, 'download'])).toBe(null)
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

test('--redact is --hide', () => {
  expect(findMeant('redact', ['public', 'days', 'hide'])).toBe('hide')
})

test('other words for how long a link works are --days', () => {
  expect(['expires', 'ttl'].map((name) => findMeant(name, ['public', 'days', 'hide']))).toEqual(['days', 'days'])
})
