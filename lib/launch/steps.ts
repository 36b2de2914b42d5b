/** The steps of `npm run check`, `npm test` and `npm run bench`: what is run, and how its tests are counted. */
import { readdirSync } from 'node:fs'
import { checkout } from './checkout.ts'
import type { ReportKind } from './test-report.ts'

export interface CheckStep {
  readonly title: string
  readonly command: readonly string[]
  /** Which runner's JSON report tells the numbers; without one the step itself counts as one. */
  readonly report?: ReportKind
  /** The command for one of its files, for those that chance may fail. */
  readonly repeat?: (file: string) => readonly string[]
  /** Repeats only files whose process died: what needs nothing but Node fails by no other chance. */
  readonly repeatsOnlyCrashes?: true
}

const tool = (name: string, ...args: string[]): string[] => [`${checkout}/node_modules/.bin/${name}`, ...args]
const vitest = (...args: string[]): string[] => tool('vitest', ...args, '--config', '.config/vitest.config.ts')
const prettier = tool('prettier', '--config', '.config/prettier.json', '--ignore-path', '.config/prettierignore')
const playwright = tool('playwright', 'test', '-c', 'e2e/playwright.config.ts')

const tests = (title: string, ...projects: string[]) => {
  const command = vitest('run', ...projects.flatMap((project) => ['--project', project]))
  return { title, command, report: 'vitest', repeat: (file: string) => [...command, file] } satisfies CheckStep
}
/** A repeat leaves the screenshots of the first failure where they are. */
const journeys = (title: string, project: string): CheckStep => {
  const command = [...playwright, '--project', project]
  const repeat = (file: string) => [
    ...command,
    '--output',
    'e2e/results/failures/repeated',
    file.replaceAll('.', '\\.'),
  ]
  return { title, command, report: 'playwright', repeat }
}

/**
 * What needs nothing but Node. They run two at a time, so the longest comes first. What tsc and prettier keep between
 * runs is by content and cannot hide anything; eslint's typed rules would miss what another file changed, so it keeps
 * nothing.
 */
export const staticChecks: readonly CheckStep[] = [
  { title: 'lint', command: tool('eslint', '-c', '.config/eslint.config.js', '--max-warnings', '0', '.') },
  {
    title: 'types',
    command: tool('tsc', '--noEmit', '--incremental', '--tsBuildInfoFile', '.cache/check.tsbuildinfo'),
  },
  { title: 'format', command: [...prettier, '--log-level', 'warn', '--cache', '--check', '.'] },
  { title: 'imports', command: [process.execPath, 'lib/launch/check-imports.ts'] },
  { title: 'dead code', command: tool('knip', '--config', '.config/knip.json') },
]
export const unitTests: CheckStep = { ...tests('unit tests', 'pure', 'unit'), repeatsOnlyCrashes: true }

export const testImages: CheckStep = {
  title: 'images of tests',
  command: [process.execPath, 'lib/testing/build-images.ts'],
}
/**
 * Tests that need Docker, perf and JVMs. They wait for recordings most of their time, so three files run at a time.
 * Those that measure shares of the machine's time are two steps of their own: two files at a time, or one.
 */
export const sharedHostTests = tests('host tests', 'host')
export const pairedHostTests = tests('host tests that measure shares, in pairs', 'host-pairs')
export const aloneHostTests = tests('host tests that measure shares, alone', 'host-alone')
/** The same step, which takes what others leave of the processor. */
export const yieldToOthers = (step: CheckStep): CheckStep => ({
  ...step,
  command: ['nice', '-n', '10', ...step.command],
})

/** Journeys beside a fake collector, and those through real containers. */
export const pageJourneys = journeys('journeys of pages', 'pages')
export const realJourneys = journeys('journeys through real containers', 'real')

/** The way of a newcomer as screenshots to look at; in the full tier, so that it stays walkable. */
export const film = journeys('film of the first five minutes', 'film')

/** Each *.bench.ts of lib is a program of its own that prints what it measured; those of e2e need a browser. */
export function findBenchmarks(): CheckStep[] {
  const programs = readdirSync(`${checkout}/lib`, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.bench.ts'))
    .sort()
  return [
    ...programs.map((name) => ({ title: name, command: [process.execPath, `lib/${name}`] })),
    { title: 'benchmarks in Chromium', command: [...playwright, '--project', 'benchmarks', '--reporter=list'] },
  ]
}
