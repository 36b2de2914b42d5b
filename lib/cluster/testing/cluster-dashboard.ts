/**
 * A dashboard beside a real cluster, made of what Hearth itself is given: HEARTH_KUBECONFIG, HEARTH_KUBERNETES_IMAGE,
 * and HEARTH_KUBERNETES_CALLBACK, an address of this machine that pods reach.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { ApiRefusal, type ClusterClient, openClusters } from '../cluster-client.ts'
import { jobNameOf } from '../job-manifest.ts'
import { apiPodSchema } from '../read-pods.ts'
import { readConfig } from '../../config.ts'
import { type Capture, type CaptureRequest, captureRequestSchema } from '../../contract/capture.ts'
import { isFinal } from '../../contract/capture-state.ts'
import type { Pod } from '../../contract/pods.ts'
import type { Server } from '../../server/server.ts'
import { openStore, type Store } from '../../store/store.ts'
import { WaitInVain, waitUntil } from '../../testing/wait-until.ts'
import { listen } from './start-dashboard.ts'

/**
 * How the name of a pod of the demo service begins, after its namespace: `team/shop17`. Tests are skipped without it.
 */
export const clusterPod = process.env['HEARTH_TEST_POD']

/** The web program in this process, the one that holds the credentials as a child. */
export interface ClusterDashboard {
  readonly server: Server
  readonly store: Store
  /** With Hearth's own rights. */
  readonly client: ClusterClient
  /** Those that HEARTH_TEST_POD names, as they are listed now: two while one takes the place of another. */
  pods(): Pod[]
  /** The first of them, which is tried. */
  pod(): Pod | undefined
  /** Starts a capture of `pod()`; gives its id. */
  start(seconds: number, request?: Partial<CaptureRequest>): Promise<string>
  find(captureId: string): Promise<Capture>
  /** Resolves once it records. Throws when it ended before, and after two minutes. */
  recording(captureId: string): Promise<void>
  /** Gives it once it has ended. Throws after four minutes. */
  ended(captureId: string): Promise<Capture>
  /** Resolves once the target has no Job, nor a pod of one. Throws after a minute for each. */
  noJobIsLeft(pod: Pod): Promise<void>
  /** The ephemeral containers of the pod that run now. */
  runningBeside(pod: Pod): Promise<unknown[]>
  /** The program that holds the credentials: killed, and started anew. */
  killClusters(): Promise<void>
  startClusters(): Promise<void>
  /** The web program alone: ended, and started anew over the same store. */
  restartWeb(): Promise<void>
  stop(): Promise<void>
}

const program = join(import.meta.dirname, '../main.ts')

/** Starts it, and waits until `pod()` is listed. `settings`: environment variables beside those of this process. */
export async function startClusterDashboard(
  directory: string,
  settings: Readonly<Record<string, string>> = {},
): Promise<ClusterDashboard> {
  const env = { ...process.env, HEARTH_DATA: directory, HEARTH_RUN: directory, ...settings }
  const config = readConfig(env)
  const kubernetes = config.kubernetes!
  const [client] = await openClusters(kubernetes)
  const store = await openStore(directory)
  let child: ChildProcess
  let web: Awaited<ReturnType<typeof listen>>

  async function startClusters(): Promise<void> {
    const launched = spawn(process.execPath, [program], { env, stdio: ['ignore', 'pipe', 'inherit'] })
    child = launched
    for await (const line of createInterface({ input: launched.stdout })) if (line.includes('listening')) return
    throw new Error('the program of clusters ended before it listened')
  }

  async function killClusters(signal: NodeJS.Signals = 'SIGKILL'): Promise<void> {
    const ended = once(child, 'exit')
    child.kill(signal)
    await ended
  }

  async function startWeb(): Promise<void> {
    const { hostname, port } = new URL(kubernetes.callback!)
    web = await listen(config, store, { hostname, port: Number(port || 80) })
  }

  const pods = () =>
    web.server.host.snapshot().pods.filter(({ namespace, name }) => `${namespace}/${name}`.startsWith(clusterPod!))
  const pod = () => pods()[0]
  const find = async (id: string): Promise<Capture> => (await web.server.captures.find(id))!
  const look = (path: string) => client!.request('GET', path, { what: 'look' })

  await startClusters()
  await startWeb()
  await waitUntil('the pod is listed', () => pod() !== undefined, 60_000)
  return {
    get server() {
      return web.server
    },
    store,
    client: client!,
    pods,
    pod,
    async start(seconds, more = {}) {
      const request = captureRequestSchema.parse({ targetId: pod()!.id, seconds, ...more })
      return (await web.server.captures.start({ request, person: 'owner', owner: 'owner', key: null })).capture.id
    },
    find,
    recording: (id) =>
      waitUntil(
        'it records',
        async () => {
          const capture = await find(id)
          if (isFinal(capture.state)) throw new WaitInVain(`it ended before it recorded: ${JSON.stringify(capture)}`)
          return capture.state === 'recording'
        },
        120_000,
      ).then(() => undefined),
    async ended(id) {
      await waitUntil('it has ended', async () => isFinal((await find(id)).state), 240_000)
      return find(id)
    },
    async noJobIsLeft(target) {
      const path = `/apis/batch/v1/namespaces/${kubernetes.namespace}/jobs/${jobNameOf(target)}`
      const isGone = () =>
        look(path).then(
          () => false,
          (error: unknown) => {
            if (error instanceof ApiRefusal && error.status === 404) return true
            throw error
          },
        )
      await waitUntil('no Job is left', isGone, 60_000)
      const query = `labelSelector=${encodeURIComponent(`batch.kubernetes.io/job-name=${jobNameOf(target)}`)}`
      const pods = async () => ((await look(`/api/v1/pods?${query}`)) as { items: unknown[] }).items
      await waitUntil('no pod of a Job is left', async () => (await pods()).length === 0, 60_000)
    },
    async runningBeside({ namespace, name }) {
      const query = `fieldSelector=${encodeURIComponent(`metadata.namespace=${namespace},metadata.name=${name}`)}`
      const { items } = (await look(`/api/v1/pods?${query}`)) as { items: unknown[] }
      return apiPodSchema.parse(items[0]).status.ephemeralContainerStatuses.filter(({ state }) => state.running)
    },
    killClusters,
    startClusters,
    async restartWeb() {
      await web.stop()
      await startWeb()
    },
    async stop() {
      await web.stop()
      await killClusters('SIGTERM')
      await store.close()
    },
  }
}
