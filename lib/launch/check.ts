/**
 * `npm run check`: everything that needs nothing but Node, two steps at a time; all are run, and one that fails fails
 * it.
 */
import { endUnlessKnown } from './end-unless-known.ts'
import { runLaunchSteps } from './run-step.ts'
import { staticChecks, unitTests } from './steps.ts'
import { untilStopped } from './until-stopped.ts'

endUnlessKnown(process.argv.slice(2), [], 'usage: npm run check\n\nRuns all checks and tests that need only Node.')

// Lint is the first of them. It and the unit tests take longest, so that they begin together.
const [longest, ...rest] = staticChecks
const results = await runLaunchSteps([longest!, unitTests, ...rest], { signal: untilStopped(), atOnce: 2 })
process.exitCode = results.some(({ failures }) => failures.length > 0) ? 1 : 0
