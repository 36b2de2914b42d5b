/** The pods of all clusters, by what their APIs report. */
import type { Pod } from '../contract/pods.ts'
import { type ApiPod, podsOf } from './read-pods.ts'

export type KnownPods = ReturnType<typeof createKnownPods>

/** Changes within this time are sent as one batch: a deploy changes hundreds of pods within a second. */
const flushMs = 200

interface KnownPodsOptions {
  /** Gets the pods that are new or different since the last call, and the ids of those that are gone. */
  readonly onChange: (changed: Pod[], gone: string[]) => void
}

/** Keeps a `Pod` for each container of a pod of the API: they come and go together. */
export function createKnownPods({ onChange }: KnownPodsOptions) {
  const pods = new Map<string, Pod>()
  /** Keys are uids of the API's pods. */
  const idsOfPod = new Map<string, readonly string[]>()
  const changed = new Set<string>()
  let flush: NodeJS.Timeout | undefined

  function sendChanges(): void {
    flush = undefined
    const ids = [...changed]
    changed.clear()
    onChange(
      ids.flatMap((id) => pods.get(id) ?? []),
      ids.filter((id) => !pods.has(id)),
    )
  }

  return {
    find: (id: string): Pod | undefined => pods.get(id),
    list: (): Pod[] => [...pods.values()],
    /** `apiPod` is null when the pod is gone or not for profiling. */
    receive(cluster: string, uid: string, apiPod: ApiPod | null): void {
      const now = apiPod === null ? [] : podsOf(cluster, apiPod)
      for (const pod of now) {
        if (JSON.stringify(pods.get(pod.id)) === JSON.stringify(pod)) continue
        pods.set(pod.id, pod)
        changed.add(pod.id)
      }
      const ids = now.map(({ id }) => id)
      for (const id of idsOfPod.get(uid) ?? []) {
        if (ids.includes(id)) continue
        pods.delete(id)
        changed.add(id)
      }
      if (ids.length > 0) idsOfPod.set(uid, ids)
      else idsOfPod.delete(uid)
      if (changed.size > 0) flush ??= setTimeout(sendChanges, flushMs)
    },
    stop: (): void => clearTimeout(flush),
  }
}
