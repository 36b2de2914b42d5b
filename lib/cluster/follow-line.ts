/** Follows the program of a capture over its line, which may break and come again. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { RemoteClient } from '../collector/client/http2-client.ts'
import type { WatchEvent } from '../contract/live-events.ts'
import type { PodWay } from '../contract/pod-ways.ts'
import type { Pod } from '../contract/pods.ts'
import { isProblem, Problem } from '../errors.ts'

/** Interval of the look whether the connection of a Job is there again. */
const linePollMs = 250

/** A node that was lost, or its network: its pod is listed as running for minutes. */
const jobSilenceMs = 60_000

/**
 * Until `receive` gives something. Throws: Problem `job-ended` after a silence; what `receive` throws; the signal's
 * reason.
 */
export async function followLine<Found>(
  client: RemoteClient,
  { pod, way }: { readonly pod: Pod; readonly way: PodWay },
  receive: (event: WatchEvent) => Promise<Found | null>,
  signal: AbortSignal,
): Promise<Found> {
  // A connection may stand that nothing comes by: what counts is when it last said something.
  let heardAt = Date.now()
  for (;;) {
    try {
      for await (const event of client.watch(signal)) {
        heardAt = Date.now()
        const found = await receive(event)
        if (found) return found
      }
    } catch (error) {
      signal.throwIfAborted()
      if (!isProblem(error) || error.code !== 'collector-unreachable') throw error
    }
    signal.throwIfAborted()
    do {
      if (Date.now() > heardAt + jobSilenceMs) {
        const reason = `node ${pod.node}, or the way from it, was lost: nothing was heard for ${jobSilenceMs / 1000} s`
        throw new Problem('job-ended', { way, reason })
      }
      await sleep(linePollMs, undefined, { signal }).catch(() => signal.throwIfAborted())
    } while (!client.isConnected())
  }
}
