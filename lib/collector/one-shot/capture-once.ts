/**
 * The second half of a Job or an ephemeral container, as the JVM's user: a collector of that container alone, until its
 * capture was delivered.
 */
import { readConfig } from '../../config.ts'
import { isFinal } from '../../contract/capture-state.ts'
import { type OneShot, oneShotVariable, readOneShot } from '../../contract/one-shot.ts'
import { enginesOfWay } from '../../contract/pod-ways.ts'
import type { Container } from '../../contract/target.ts'
import { Problem } from '../../errors.ts'
import { ownFiles } from '../../host/kernel/named-files.ts'
import { createCollector } from '../collector.ts'
import { dialOut } from '../dial-out.ts'
import { cleanUp } from './clean-up.ts'
import { isInContainer } from './find-jvm.ts'
import { fixedContainer } from './fixed-container.ts'
import { leaveProblem } from './termination.ts'

/** A dashboard that was restarted is back by then; after that the recording is of no use. */
const longestAwayMs = 120_000

/** A capture that is over waits so long for the dashboard to close the connection, then ends. */
const longestGoodbyeMs = 15_000

const report = (error: unknown) => console.error(error)

async function main({ way, url, token, container, deadlineSeconds, cleanup }: OneShot): Promise<void> {
  process.umask(0o022)
  const config = readConfig(process.env)
  ownFiles.mkdirSync(config.runDirectory, { recursive: true, mode: 0o700 })
  const whole: Container = {
    ...container,
    ...{ labels: {}, composeProject: null, composeService: null, state: 'running', memoryLimitBytes: null },
    ...{ cpuLimit: null, readOnlyRoot: false },
  }
  const collector = createCollector(config, report, {
    containers: fixedContainer(whole),
    isListed: (process) => isInContainer(process, container.id),
    // perf, tried out, leaves a process that only the JVM could reap where that is the namespace's first.
    engines: enginesOfWay(way),
  })
  await cleanUp(cleanup, container.id)
  await collector.start()
  const jvms = await collector.call('listTargets', {})
  if (jvms.length === 0) throw new Problem('target-gone', { target: container.name })
  const ended = Promise.withResolvers<Problem | null>()
  const endEarly = (reason: string) => ended.resolve(new Problem('job-ended', { way, reason }))
  // A Job's deadline is kept by the cluster, that of an ephemeral container by nothing else.
  setTimeout(() => endEarly('it took longer than its deadline'), deadlineSeconds * 1000).unref()
  let away: NodeJS.Timeout | undefined
  let isOver = cleanup.length > 0
  const isAway = (reason: string) => {
    away ??= setTimeout(() => endEarly(`it could not reach the dashboard at ${url}: ${reason}`), longestAwayMs)
  }
  const line = dialOut({
    url,
    credential: () => token,
    collector,
    onState(state) {
      console.log(JSON.stringify(state))
      if (isOver) ended.resolve(null)
      else if (state.state === 'connected') {
        clearTimeout(away)
        away = undefined
      } else if (state.state === 'waiting') isAway(state.reason)
      else endEarly('the dashboard does not know its token')
    },
    report,
  })
  for (const name of ['SIGTERM', 'SIGINT'] as const) process.on(name, () => endEarly('it was ended from outside'))
  const stopWatching = new AbortController()
  void whenOver(collector.watch(stopWatching.signal)).then(() => {
    isOver = true // who asked closes the connection when it has heard of it
    setTimeout(() => ended.resolve(null), longestGoodbyeMs)
  }, report)
  const problem = await ended.promise
  if (problem) leaveProblem(problem, way)
  stopWatching.abort()
  clearTimeout(away)
  await collector.stop() // ends what it records, and puts the JVM back as it was
  await line.stop()
  process.exit(problem ? 1 : 0)
}

/** Its one capture has failed, or what it kept was taken. */
async function whenOver(events: ReturnType<ReturnType<typeof createCollector>['watch']>): Promise<void> {
  for await (const event of events) if (event.type === 'capture' && isFinal(event.capture.state)) return
  await new Promise(() => undefined) // stopped: there is another reason
}

const oneShot = readOneShot(process.env)
delete process.env[oneShotVariable] // no program that we start needs it
try {
  await main(oneShot)
} catch (error) {
  leaveProblem(error, oneShot.way)
  process.exit(1)
}
