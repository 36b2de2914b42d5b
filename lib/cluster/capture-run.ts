/**
 * What Jobs and ephemeral containers have in common from the moment they are made: a token, a time to connect, an end.
 */
import type { Socket } from 'node:net'
import type { KubernetesConfig } from '../config.ts'
import type { CaptureRequest } from '../contract/capture.ts'
import type { PodWay } from '../contract/pod-ways.ts'
import type { Pod } from '../contract/pods.ts'
import { Problem } from '../errors.ts'
import type { JobLines } from './job-lines.ts'

export interface RunRequest {
  readonly pod: Pod
  readonly captureId: string
  readonly request: Pick<CaptureRequest, 'mode' | 'seconds'>
  /** What the container removes in place of capturing; see lib/contract/one-shot.ts. */
  readonly cleanup?: readonly unknown[]
  /** Gets the connections that it opens, one after the other. */
  readonly attach: (socket: Socket) => void
}

/** A Job or an ephemeral container that was made. */
export interface CaptureRun {
  /** Aborts with the Problem that ended the Job or container. */
  readonly failed: AbortSignal
  /**
   * Removes it. Resolves when it has ended, or the API did not answer: then it ends by its deadline. Never rejects.
   */
  remove(): Promise<void>
}

/** How long a container may take to connect, a timeout, and its token is valid: a node may have to pull the image. */
const connectMs = 300_000
/** How long a node may take to report a container: a kubelet does within seconds, on a busy node within a minute. */
const beginMs = 120_000

interface AwaitOptions {
  readonly lines: JobLines
  readonly way: PodWay
  readonly callback: string
  readonly node: string
  readonly attach: RunRequest['attach']
  /** Gives whether the node has reported the container. */
  readonly isBegun: () => boolean
  /** Gives what the cluster says of a container that has not connected; empty where it says nothing. Never rejects. */
  readonly explain: () => Promise<string>
}

/** Waits for the connections of a container until it is disposed of. `onConnect` runs at each of them. */
export function awaitConnection(options: AwaitOptions, onConnect = () => {}) {
  const { lines, way, callback, node, attach, isBegun, explain } = options
  const failed = new AbortController()
  const fail = (problem: Problem) => failed.abort(problem)
  const giveUp = async () => {
    const explanation = await explain()
    const reason = `it did not connect to ${callback} within ${connectMs / 60_000} min${explanation === '' ? '' : `; the cluster says: ${explanation}`}`
    fail(new Problem('job-not-started', { way, reason }))
  }
  const beginTimer = setTimeout(() => {
    const reason = `for ${beginMs / 1000} s nothing said that node ${node} began it: its kubelet may have stopped, or have too much to do`
    if (!isBegun()) fail(new Problem('job-not-started', { way, reason }))
  }, beginMs)
  const timer = setTimeout(() => void giveUp(), connectMs)
  const stopWaiting = () => [timer, beginTimer].forEach(clearTimeout)
  const line = lines.expect((socket) => {
    stopWaiting()
    onConnect()
    attach(socket)
  })
  return {
    token: line.token,
    failed: failed.signal,
    fail,
    [Symbol.dispose]() {
      stopWaiting()
      line[Symbol.dispose]()
    },
  }
}

/** Refuses a second capture of a container. Throws: Problem `job-exists`, always. */
export function refuseSecond({ namespace, name: pod }: Pod, way: PodWay, name: string, cause?: unknown): never {
  throw new Problem('job-exists', { pod: `${namespace}/${pod}`, way, name }, { cause })
}

/** Gives what Jobs need. Throws: Problem `jobs-not-configured`. */
export function assertConfigured({ image, callback }: KubernetesConfig): { image: string; callback: string } {
  if (image !== null && callback !== null) return { image, callback }
  const missing = [
    ...(image === null ? ['HEARTH_KUBERNETES_IMAGE'] : []),
    ...(callback === null ? ['HEARTH_KUBERNETES_CALLBACK'] : []),
  ]
  throw new Problem('jobs-not-configured', { missing })
}
