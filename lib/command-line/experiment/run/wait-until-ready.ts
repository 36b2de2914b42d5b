/** Waits until the application answers. */
import { setTimeout as delay } from 'node:timers/promises'
import type { ExperimentText } from '../../../experiment/file/experiment-schema.ts'
import { fillPorts, type HostPorts, listPortVariables, redirectUrl } from '../../../experiment/run/ports.ts'
import type { ComposeContainer } from '../../../host/docker/compose-project.ts'
import { RunFailed } from './run-failed.ts'
import { startProgram } from './start-program.ts'

/** How long `ready.command` of an experiment may take: its timeout. */
const readyCommandSeconds = 60

/** Interval of the look whether a service is ready. */
const readyPollMs = 250
/** How long one answer of `ready.url` may take: a timeout, after which it is asked again. */
const answerMs = 5000

interface ReadyContext {
  readonly service: string
  readonly ports: HostPorts
  readonly directory: string
  readonly lock: number
  readonly workFile: string
  /** Lists the project's containers as they are now. */
  readonly listContainers: () => Promise<ComposeContainer[]>
  readonly signal: AbortSignal
}

/** Waits for the application. Throws: RunFailed `not-ready` or `container-died`; the reason of `signal`. */
export async function waitUntilReady(ready: ExperimentText['ready'], context: ReadyContext): Promise<void> {
  const deadline = performance.now() + ready.seconds * 1000
  const { service, signal, listContainers } = context
  for (;;) {
    const containers = await listContainers()
    const ofService = containers.filter((container) => container.service === service)
    const dead = ofService.find(({ hasEnded }) => hasEnded)
    if (dead !== undefined)
      throw new RunFailed('container-died', `${dead.name} ended with exit code ${dead.exitCode} before it was ready`)
    if (ofService.length > 0 && (await isReady(ready, ofService, context))) return
    if (performance.now() > deadline) throw new RunFailed('not-ready', `${service} was not ready in ${ready.seconds} s`)
    await delay(readyPollMs, undefined, { signal })
  }
}

/** Whether `ready.url` answers with a status of 200 to 399, `ready.command` ends with 0, or all are healthy. */
async function isReady(
  { url, command }: ExperimentText['ready'],
  containers: readonly ComposeContainer[],
  { service, ports, directory, lock, workFile, signal }: ReadyContext,
): Promise<boolean> {
  if (url !== undefined) {
    const init = { redirect: 'manual', signal: AbortSignal.any([signal, AbortSignal.timeout(answerMs)]) } as const
    const answer = await fetch(redirectUrl(url, ports), init).catch(() => null)
    await answer?.body?.cancel()
    return answer !== null && answer.status >= 200 && answer.status < 400
  }
  if (command !== undefined) {
    const filled = command.map((argument) => fillPorts(argument, ports))
    const options = {
      cwd: directory,
      env: listPortVariables(ports),
      seconds: readyCommandSeconds,
      lock,
      output: workFile,
    }
    return (await startProgram(filled, options).ended).exitCode === 0
  }
  if (containers.some(({ health }) => health === null))
    throw new RunFailed('not-ready', `${service} has no health check: say ready.url or ready.command`)
  return containers.every(({ health }) => health === 'healthy')
}
