/** `npm run check`: everything that needs nothing but Node; stops at the first step that fails. */
import { runStep } from './run-step.ts'
import { checks } from './steps.ts'
import { untilStopped } from './until-stopped.ts'

const signal = untilStopped()
for (const step of checks) {
  const { failed } = await runStep(step, signal)
  if (failed > 0) process.exit(1)
}
