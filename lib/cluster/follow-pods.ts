/** The pods of a cluster, kept up to date by a watch; an API that is away is a state, not a failure. */
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { isProblem, Problem } from '../errors.ts'
import { ApiRefusal, type ClusterClient, problemOfRefusal } from './cluster-client.ts'
import { type ApiPod, apiPodSchema } from './read-pods.ts'

interface FollowPodsOptions {
  readonly client: ClusterClient
  /** Gets each change of a pod; null where the pod is gone. */
  readonly onPod: (uid: string, pod: ApiPod | null) => void
  /** Gets why the list may be outdated, at each change; null where it is up to date. */
  readonly onProblem: (problem: Problem | null) => void
  /** Gets what is no Problem but a bug. */
  readonly report: (error: unknown) => void
  readonly firstWaitMs?: number
}

const listSchema = z.object({
  metadata: z.object({ resourceVersion: z.string(), continue: z.string().optional() }),
  items: z.array(z.unknown()),
})
const eventSchema = z.discriminatedUnion('type', [
  z.object({
    type: z.enum(['ADDED', 'MODIFIED', 'DELETED', 'BOOKMARK']),
    object: z.looseObject({
      metadata: z.looseObject({ resourceVersion: z.string() }),
    }),
  }),
  z.object({ type: z.literal('ERROR') }),
])

const watching = 'watch pods'
/** An answer that is not of the form that Hearth reads; its error is in the log. */
const unreadable = 'it gave an answer that Hearth cannot read'
/** In ms: the wait before the first retry where the API server of a cluster is unavailable. */
const firstPodsWaitMs = 500
/** The wait before a retry, after a failure, doubles from `firstPodsWaitMs` up to this: the backoff. */
const longestPodsWaitMs = 15_000
/** Pods in one answer of the cluster's API, which lists further ones in the next answer. */
const pageSize = 500
/** The API ends a watch after so long. A cut connection is noticed sooner, by `watchSilenceMs` of the client. */
const watchSeconds = 600

/** Lists the pods and watches them, until `stop`, which waits until nothing is called any more. */
export function followPods({ client, onPod, onProblem, report, firstWaitMs = firstPodsWaitMs }: FollowPodsOptions) {
  const stopping = new AbortController()
  const { signal } = stopping
  const listedUids = new Set<string>()
  /** Message of the problem that was reported last, null for none; undefined before the first report. */
  let lastMessage: string | null | undefined
  /** Where the watch is refused, the list stays outdated, also where it may be read. */
  let isWatchRefused = false

  function tell(problem: Problem | null): void {
    if (lastMessage === (problem?.message ?? null)) return
    lastMessage = problem?.message ?? null
    onProblem(problem)
  }

  /** Leaves out pods that cannot be read: they are of a version that we do not know. */
  function accept(item: unknown): string | null {
    const { data } = apiPodSchema.safeParse(item)
    if (!data) return null
    listedUids.add(data.metadata.uid)
    onPod(data.metadata.uid, data)
    return data.metadata.uid
  }

  function drop(uid: string): void {
    if (listedUids.delete(uid)) onPod(uid, null)
  }

  /** Gives the version that a watch goes on from. */
  async function listAll(): Promise<string> {
    const seen = new Set<string>()
    let next = ''
    for (;;) {
      const path = `/api/v1/pods?limit=${pageSize}${next === '' ? '' : `&continue=${encodeURIComponent(next)}`}`
      const { metadata, items } = listSchema.parse(await client.request('GET', path, { what: 'list pods', signal }))
      for (const item of items) {
        const uid = accept(item)
        if (uid !== null) seen.add(uid)
      }
      next = metadata.continue ?? ''
      if (next !== '') continue
      for (const uid of listedUids) if (!seen.has(uid)) drop(uid)
      return metadata.resourceVersion
    }
  }

  /**
   * Watches until the API ends the watch. Gives the version to go on from; null where that is too old, and all must be
   * listed again.
   */
  async function watchFrom(version: string): Promise<string | null> {
    const query = `watch=1&allowWatchBookmarks=true&timeoutSeconds=${watchSeconds}&resourceVersion=${version}`
    let latest = version
    try {
      for await (const line of client.watch(`/api/v1/pods?${query}`, { what: watching, signal })) {
        const event = eventSchema.parse(JSON.parse(line))
        isWatchRefused = false
        // 410 Gone: what changed since then has been forgotten. Any other error is met by a new list, too.
        if (event.type === 'ERROR') return null
        tell(null)
        latest = event.object.metadata.resourceVersion
        if (event.type === 'BOOKMARK') continue
        if (event.type !== 'DELETED') accept(event.object)
        else drop(String(event.object.metadata['uid']))
      }
      return latest
    } catch (error) {
      if (error instanceof ApiRefusal && error.status === 410) return null
      throw error
    }
  }

  async function run(): Promise<void> {
    let version: string | null = null
    let waitMs = firstWaitMs
    while (!signal.aborted) {
      let watchedAt = Infinity
      try {
        version ??= await listAll()
        if (!isWatchRefused) tell(null)
        watchedAt = Date.now()
        version = await watchFrom(version)
      } catch (error) {
        if (signal.aborted) return
        isWatchRefused = error instanceof ApiRefusal && error.what === watching && error.status === 403
        const problem = problemOfRefusal({ cluster: client.name }, error)
        if (isProblem(problem)) tell(problem)
        else {
          report(error)
          tell(new Problem('cluster-unreachable', { cluster: client.name, reason: unreadable }))
        }
        // What changed while the API was away is in a new list.
        version = null
      }
      // A watch that ends at once would else be asked for again without a pause. One that was cut, as a proxy does it
      // with each, worked until then.
      const hasWatched = Date.now() - watchedAt > waitMs
      if (hasWatched) waitMs = firstWaitMs
      if (hasWatched && version !== null) continue
      await sleep(Math.round(waitMs * (0.75 + Math.random() / 2)), undefined, { signal }).catch(() => undefined) // stopped
      if (!hasWatched) waitMs = Math.min(waitMs * 2, longestPodsWaitMs)
    }
  }

  const running = run()
  return {
    async stop(): Promise<void> {
      stopping.abort()
      await running
    },
  }
}
