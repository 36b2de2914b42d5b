/** `npm run bench`: every *.bench.ts, those of the viewer in Chromium. */
import { buildPages } from './build.ts'
import { runStep } from './run-step.ts'
import { findBenchmarks } from './steps.ts'
import { untilStopped } from './until-stopped.ts'

const signal = untilStopped()
await buildPages((line) => void process.stdout.write(`${line}\n`))
for (const step of findBenchmarks()) {
  const { failures } = await runStep(step, signal)
  if (failures.length > 0) process.exitCode = 1
}
