/** What a test runner's JSON report says: how many tests passed, which failed and why, and how long each file took. */
import { readFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { z } from 'zod'
import { checkout } from './checkout.ts'
import type { StepTime } from './test-times.ts'

export type ReportKind = 'vitest' | 'playwright'

/** A test that failed, or a file or step that failed as a whole. */
export interface Failure {
  /** The path of the test file in the checkout; null where no file is known, as where the runner itself died. */
  readonly file: string | null
  readonly title: string
  /** The first lines of what it said. */
  readonly message: string
  /** The process of the file died of a signal: its tests have shown nothing, neither good nor bad. */
  readonly isCrash?: true
}

export interface Report {
  readonly passed: number
  readonly failures: readonly Failure[]
  readonly files: readonly StepTime[]
}

const vitestSchema = z.object({
  numPassedTests: z.number(),
  testResults: z.array(
    z.object({
      name: z.string(),
      startTime: z.number(),
      endTime: z.number(),
      status: z.string(),
      message: z.string().default(''),
      assertionResults: z.array(
        z.object({ fullName: z.string(), status: z.string(), failureMessages: z.array(z.string()).nullish() }),
      ),
    }),
  ),
})
const specSchema = z.object({
  title: z.string(),
  file: z.string(),
  tests: z.array(
    z.object({
      status: z.string(),
      results: z.array(
        z.object({ duration: z.number(), error: z.object({ message: z.string().optional() }).optional() }),
      ),
    }),
  ),
})
interface Suite {
  title: string
  specs: z.infer<typeof specSchema>[]
  suites?: Suite[] | undefined
}
const suiteSchema: z.ZodType<Suite> = z.lazy(() =>
  z.object({ title: z.string(), specs: z.array(specSchema), suites: z.array(suiteSchema).optional() }),
)
const playwrightSchema = z.object({
  config: z.object({ rootDir: z.string() }),
  suites: z.array(suiteSchema),
  stats: z.object({ expected: z.number(), flaky: z.number() }),
})

/** Gives the report of a runner; null where there is none, since the runner died before it wrote one. */
export async function readReport(kind: ReportKind, path: string): Promise<Report | null> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw error
  })
  if (text === null) return null
  return kind === 'vitest' ? readVitest(JSON.parse(text)) : readPlaywright(JSON.parse(text))
}

function readVitest(json: unknown): Report {
  const { numPassedTests, testResults } = vitestSchema.parse(json)
  const failures = testResults.flatMap(({ name, status, message, assertionResults }) => {
    const file = relative(checkout, name)
    const failed = assertionResults
      .filter((test) => test.status === 'failed')
      .map(({ fullName, failureMessages }) => createFailure(file, fullName, failureMessages?.[0]))
    if (failed.length > 0 || status !== 'failed') return failed
    const whole = 'the file as a whole'
    // Vitest leaves the tests of a dead process pending and says why in its output only.
    const isCrash = message === '' && assertionResults.some((test) => test.status === 'pending')
    if (isCrash) return [{ file, title: whole, message: 'Its process died; the output says how.', isCrash }]
    // A hook or an import that failed is in no test's result.
    return [createFailure(file, whole, message)]
  })
  const files = testResults.map(({ name, startTime, endTime }) => ({
    title: relative(checkout, name),
    seconds: (endTime - startTime) / 1000,
  }))
  return { passed: numPassedTests, failures, files }
}

function readPlaywright(json: unknown): Report {
  const { config, suites, stats } = playwrightSchema.parse(json)
  const pathOf = (file: string): string => relative(checkout, join(config.rootDir, file))
  const specs = suites.flatMap((suite) => specsOf(suite, []))
  const secondsByFile = new Map<string, number>()
  for (const { file, tests } of specs) {
    const spent = tests.flatMap(({ results }) => results).reduce((sum, { duration }) => sum + duration / 1000, 0)
    secondsByFile.set(pathOf(file), (secondsByFile.get(pathOf(file)) ?? 0) + spent)
  }
  const failures = specs.flatMap(({ file, path, tests }) =>
    tests
      .filter(({ status }) => status === 'unexpected')
      .map(({ results }) => createFailure(pathOf(file), path, results.find(({ error }) => error)?.error?.message)),
  )
  const files = [...secondsByFile].map(([title, seconds]) => ({ title, seconds }))
  return { passed: stats.expected + stats.flaky, failures, files }
}

/** `path`: the titles of what the test stands in, and its own. A file's own suite has the file's name. */
function specsOf(
  { specs, suites = [] }: Suite,
  above: readonly string[],
): (Suite['specs'][number] & { path: string })[] {
  return [
    ...specs.map((spec) => ({ ...spec, path: [...above, spec.title].join(' > ') })),
    ...suites.flatMap((suite) => specsOf(suite, [...above, suite.title])),
  ]
}

/** Lines of what a test said that a failure has. */
const mostLines = 6

function createFailure(file: string, title: string, message = ''): Failure {
  const lines = stripVTControlCharacters(message)
    .split('\n')
    .filter((line) => line.trim() !== '' && !/^\s+at /.test(line))
  return { file, title, message: lines.slice(0, mostLines).join('\n') }
}
