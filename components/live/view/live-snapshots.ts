import { isProblem, CommonProblem, type ProblemData } from '../../../lib/errors/problem.ts'
import { createStore } from '../../ui/store.ts'
import { problemOf } from '../../api/call-api.ts'

/** A capture under way, as it was a moment ago. */
export interface LiveSnapshot {
  /** `capture.live` when it was asked for. */
  readonly version: number
  /** The encoded profile of everything recorded until then. */
  readonly bytes: Uint8Array<ArrayBuffer>
  /** Unix ms at which it came. */
  readonly at: number
}

export type SnapshotFeed = ReturnType<typeof createSnapshotFeed>

/** The snapshots of one capture, one fetched at a time, so that a slow line gets fewer of them and never a queue. */
export function createSnapshotFeed(captureId: string) {
  const { get, set, subscribe } = createStore<LiveSnapshot | null>(null)
  let wanted = 0
  let fetching: AbortController | null = null

  async function fetchNewest(): Promise<void> {
    const mine = new AbortController()
    const { signal } = mine
    fetching = mine
    let tried = 0
    while (wanted > tried && !signal.aborted) {
      tried = wanted
      try {
        const fetched = await fetchSnapshot(captureId, tried, signal)
        if (signal.aborted) return
        set(fetched)
      } catch (error) {
        // A snapshot that cannot be had is no failure of the capture: the next one comes, or the profile itself.
        if (!signal.aborted && !isMissingOrOffline(error)) console.error(error)
      }
    }
    if (fetching === mine) fetching = null
  }

  return {
    /** There is one of this version; fetched unless another is on its way, which is then followed by the newest. */
    request(version: number): void {
      wanted = Math.max(wanted, version)
      if (!fetching && wanted > (get()?.version ?? 0)) void fetchNewest()
    },
    get,
    subscribe,
    close(): void {
      fetching?.abort()
      fetching = null
    },
  }
}

async function fetchSnapshot(captureId: string, version: number, signal: AbortSignal): Promise<LiveSnapshot> {
  const response = await fetch(`/api/v1/captures/${captureId}/live?version=${version}`, { signal }).catch(
    (cause: unknown) => {
      if (signal.aborted) throw cause
      throw new CommonProblem('web-unreachable', {}, { cause })
    },
  )
  if (!response.ok) throw await problemOf(response)
  return { version, bytes: new Uint8Array(await response.arrayBuffer()), at: Date.now() }
}

function isMissingOrOffline(error: unknown): boolean {
  const usual: readonly ProblemData['code'][] = ['not-found', 'web-unreachable', 'collector-unreachable']
  return isProblem(error) && usual.includes(error.code)
}
