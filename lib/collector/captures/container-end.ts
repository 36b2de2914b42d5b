/** Says how the container of a recorded JVM ended, by the events of its Docker engine. */
import { setTimeout as sleep } from 'node:timers/promises'
import { pinTarget } from '../../capture/jvm/pin-target.ts'
import type { Target } from '../../contract/target.ts'
import { unlessProblem } from '../../errors.ts'
import { followContainerEvents, type SubscribeToContainers } from '../breaker/container-events.ts'

export interface ContainerEnd {
  readonly isRemoved: boolean
  /** Why the JVM ended, for people: `its container was removed` */
  readonly text: string
}

export interface ContainerEndWatch extends Disposable {
  /**
   * Null while the JVM runs, and where no event explains its end. Docker's event comes after the end in /proc, within
   * `longestEndWaitMs`.
   */
  find(): Promise<ContainerEnd | null>
}

/** How long `find` waits for the event of Docker that says why a container ended: out of memory, stopped, ... */
const longestEndWaitMs = 3000
/** How long `find` waits, after the event of the end, for those of removal and of memory, which may come later. */
const endEventOrderMs = 1000
/** Interval of the look whether all events of the end of a container have come. */
const eventPollMs = 50

/** Gives a watch over the container of a JVM from now on: an event before it is not seen. */
export function watchContainerEnd(target: Target, subscribe: SubscribeToContainers): ContainerEndWatch {
  const events = followContainerEvents(target.container?.id, subscribe)
  const { last } = events

  return {
    async find() {
      if (target.container === null || isRunning(target)) return null
      const deadline = performance.now() + longestEndWaitMs
      const hasAllEvents = () => {
        const died = last('die')
        return last('destroy') !== null || (died !== null && performance.now() - died.at > endEventOrderMs)
      }
      while (!hasAllEvents() && performance.now() < deadline) await sleep(eventPollMs)
      return describe()
    },
    [Symbol.dispose]: events[Symbol.dispose],
  }

  function describe(): ContainerEnd | null {
    const isRemoved = last('destroy') !== null
    // First, since the removal of a container with --rm follows its end and is not the reason. Docker sends `oom` for
    // any process of the container, so the text says no more than that the memory of the container was used up.
    if (last('oom') !== null) return { isRemoved, text: 'its container ran out of memory' }
    if (isRemoved) return { isRemoved, text: 'its container was removed' }
    const died = last('die')
    if (died === null) return null
    const code = died.exitCode === null ? '' : ` with exit code ${died.exitCode}`
    return { isRemoved, text: `its container ended${code}` }
  }
}

/** Whether the JVM still runs: not when it is gone, or its PID is that of another process. */
function isRunning(target: Target): boolean {
  return unlessProblem(() => {
    pinTarget(target).close()
    return true
  }, false)
}
