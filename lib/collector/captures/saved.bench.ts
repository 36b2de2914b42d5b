/**
 * How long a capture takes beyond the seconds that were asked for, and where: the medians of five on a service of the
 * demo, each engine in turn. As root, with Docker. Run: `node lib/collector/captures/saved.bench.ts`; with `busy`,
 * beside four programs for each processor that never rest.
 */
import { spawn } from 'node:child_process'
import { availableParallelism } from 'node:os'
import type { Capture, CaptureState } from '../../contract/capture.ts'
import { asyncProfilerForTests } from '../../testing/hosts/async-profiler.ts'
import { runContainer } from '../../testing/hosts/containers.ts'
import { startTestCollector } from '../../testing/hosts/test-collector.ts'

const seconds = 5
const rounds = 5
const engines = ['async-profiler', 'perf', 'bpftrace', 'jfr'] as const
const phases = ['checking', 'recording', 'symbolising', 'saving'] as const

await using container = await runContainer({ image: 'debian-jdk17', javaOptions: ['-XX:+PreserveFramePointer'] })
await using collector = await startTestCollector({ env: { HEARTH_ASYNC_PROFILER: await asyncProfilerForTests() } })
const others = process.argv[2] === 'busy' ? 4 * availableParallelism() : 0
const busy = Array.from({ length: others }, () => spawn(process.execPath, ['--eval', 'for (;;);']))
const [hostPid] = await container.jvmPids()
const target = await collector.findTarget(hostPid!)
const captures = new Map<string, TimedCapture[]>(engines.map((engine) => [engine, []]))
for (let round = 0; round < rounds; round++) {
  for (const engine of engines) {
    const begun = Date.now()
    const { id } = await collector.start(target, { engine, seconds })
    const capture = await collector.end(id)
    captures.get(engine)!.push({ capture, begun, ended: Date.now() })
  }
}
busy.forEach((child) => child.kill('SIGKILL'))
for (const [engine, timed] of captures) {
  const beyond = timed.map(({ begun, ended }) => ended - begun - seconds * 1000)
  const parts = phases.map((phase) => `${phase} ${medianOf(timed.map((one) => durationOf(one, phase)))}`)
  console.log(
    `${engine.padEnd(16)} ${medianOf(beyond)} ms beyond ${seconds} s (${beyond.join(', ')}): ${parts.join(', ')}`,
  )
}

interface TimedCapture {
  readonly capture: Capture
  /** Unix ms. */
  readonly begun: number
  readonly ended: number
}

/** Units: ms. Of the recording, what it took beyond its seconds. */
function durationOf({ capture: { phases }, ended }: TimedCapture, phase: CaptureState): number {
  const index = phases.findIndex(({ state }) => state === phase)
  if (index < 0) return 0
  const end = phases[index + 1]?.at ?? ended
  return end - phases[index]!.at - (phase === 'recording' ? seconds * 1000 : 0)
}

function medianOf(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1]!
}
