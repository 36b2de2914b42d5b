/** The steps of `npm run check`, `npm test` and `npm run bench`: what is run, and how its tests are counted. */
import { readdirSync } from 'node:fs'
import { checkout } from './checkout.ts'

export interface Step {
  readonly title: string
  readonly command: readonly string[]
  /** Which runner's JSON report tells the numbers; without one the step itself counts as one. */
  readonly report?: 'vitest' | 'playwright'
}

const tool = (name: string, ...args: string[]): string[] => [`${checkout}/node_modules/.bin/${name}`, ...args]
const vitest = (...args: string[]): string[] => tool('vitest', ...args, '--config', '.config/vitest.config.ts')
const prettier = tool('prettier', '--config', '.config/prettier.json', '--ignore-path', '.config/prettierignore')
const playwright = tool('playwright', 'test', '-c', 'e2e/playwright.config.ts')

/** Cheapest first. */
export const checks: readonly Step[] = [
  { title: 'imports', command: [process.execPath, 'lib/launch/check-imports.ts'] },
  { title: 'format', command: [...prettier, '--log-level', 'warn', '--check', '.'] },
  { title: 'dead code', command: tool('knip', '--config', '.config/knip.json') },
  { title: 'types', command: tool('tsc', '--noEmit') },
  { title: 'lint', command: tool('eslint', '-c', '.config/eslint.config.js', '--max-warnings', '0', '.') },
  { title: 'unit tests', command: vitest('run', '--project', 'unit'), report: 'vitest' },
]

export const hostTests: Step = {
  title: 'tests against Docker, perf and JVMs',
  command: vitest('run', '--project', 'host'),
  report: 'vitest',
}
export const journeys: Step = {
  title: 'journeys in Chromium',
  command: [...playwright, '--project', 'journeys'],
  report: 'playwright',
}

/** Each *.bench.ts of lib is a program of its own that prints what it measured; those of e2e need a browser. */
export function findBenchmarks(): Step[] {
  const programs = readdirSync(`${checkout}/lib`, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.bench.ts'))
    .sort()
  return [
    ...programs.map((name) => ({ title: name, command: [process.execPath, `lib/${name}`] })),
    { title: 'benchmarks in Chromium', command: [...playwright, '--project', 'benchmarks', '--reporter=list'] },
  ]
}
