/**
 * The program that main.ts starts in place of itself in a Job or an ephemeral container, as the JVM's user: a collector
 * of that container alone, until the dashboard has its capture.
 */
import { readConfig } from '../../config.ts'
import { isFinal } from '../../contract/capture-state.ts'
import { fromOutside, type OneShot, oneShotVariable, readOneShot } from '../../contract/one-shot.ts'
import { enginesOfWay } from '../../contract/pod-ways.ts'
import type { Container } from '../../contract/target.ts'
import { Problem } from '../../errors.ts'
import { ownFiles } from '../../host/kernel/named-files.ts'
import { createCollector } from '../collector.ts'
import { dialOut } from '../dial-out.ts'
import { cleanUp } from './clean-up.ts'
import { isInContainer } from './find-jvm.ts'
import { fixedContainer } from './fixed-container.ts'
import { followEnd } from './follow-end.ts'
import { leaveProblem } from './termination.ts'

const report = (error: unknown) => console.error(error)

async function main({ way, url, token, container, deadlineSeconds, cleanup }: OneShot): Promise<void> {
  process.umask(0o022) // collector/main.ts says why
  const config = readConfig(process.env)
  ownFiles.mkdirSync(config.runDirectory, { recursive: true, mode: 0o700 })
  // A collector on a host asks Docker for these. In a pod they are not known, and a capture needs none of them.
  const whole: Container = {
    ...container,
    ...{ labels: {}, composeProject: null, composeService: null, state: 'running', memoryLimitBytes: null },
    ...{ cpuLimit: null, readOnlyRoot: false },
  }
  const collector = createCollector(config, report, {
    containers: fixedContainer(whole),
    isListed: (process) => isInContainer(process, container.id),
    // In an ephemeral container not even a try of perf: it leaves a process, which only the JVM could reap where that
    // is the first process of the namespace.
    engines: enginesOfWay(way),
  })
  await cleanUp(cleanup, container.id)
  await collector.start()
  const jvms = await collector.call('listTargets', {})
  if (jvms.length === 0) throw new Problem('target-gone', { target: container.name })
  const ending = followEnd({ way, url, isCleanUp: cleanup.length > 0 })
  // From here, not from the start of the container. The cluster keeps that of a Job, too; nothing else keeps it here.
  setTimeout(() => ending.endEarly('it took longer than its deadline'), deadlineSeconds * 1000).unref()
  const line = dialOut({
    url,
    credential: () => token,
    collector,
    onState(state) {
      console.log(JSON.stringify(state))
      ending.onState(state)
    },
    report,
  })
  for (const name of ['SIGTERM', 'SIGINT'] as const) process.on(name, () => ending.endEarly(fromOutside))
  const stopWatching = new AbortController()
  void whenOver(collector.watch(stopWatching.signal)).then(() => ending.onCaptureOver(), report)
  const problem = await ending.ended
  if (problem) leaveProblem(problem, way)
  stopWatching.abort()
  ending.stop()
  await collector.stop() // ends what it records, and puts the JVM back as it was
  await line.stop()
  process.exit(problem ? 1 : 0)
}

/** Resolves when the one capture has failed, or the dashboard has taken what was kept of it. */
async function whenOver(events: ReturnType<ReturnType<typeof createCollector>['watch']>): Promise<void> {
  for await (const event of events) if (event.type === 'capture' && isFinal(event.capture.state)) return
  await new Promise(() => undefined) // the watch was stopped: why the program ends is known already
}

const oneShot = readOneShot(process.env)
delete process.env[oneShotVariable] // no program that we start needs it
try {
  await main(oneShot)
} catch (error) {
  leaveProblem(error, oneShot.way)
  process.exit(1)
}
