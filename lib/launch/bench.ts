/** `npm run bench`: every *.bench.ts, those of the viewer in Chromium. */
import { buildPages } from './build.ts'
import { endUnlessKnown } from './end-unless-known.ts'
import { runStep } from './run-step.ts'
import { findBenchmarks } from './steps.ts'
import { untilStopped } from './until-stopped.ts'

endUnlessKnown(
  process.argv.slice(2),
  [],
  'usage: npm run bench\n\nRuns all benchmarks, those of the viewer in Chromium.',
)

const signal = untilStopped()
await buildPages((line) => void process.stdout.write(`${line}\n`))
for (const step of findBenchmarks()) {
  const { failures } = await runStep(step, signal)
  if (failures.length > 0) process.exitCode = 1
}
