/**
 * A dashboard with a cluster, captures in it, and clients that have the token of one: for tests of what that token
 * opens.
 */
import { text } from 'node:stream/consumers'
import { WebSocket } from 'ws'
import { dialOut, type DialState } from '../../collector/dial-out.ts'
import { type Capture, type CaptureRequest, captureRequestSchema } from '../../contract/capture.ts'
import { isFinal } from '../../contract/capture-state.ts'
import { connectPath } from '../../contract/collectors.ts'
import type { AuditRecord } from '../../contract/audit.ts'
import { encodeProfile } from '../../profile/encoding/encode.ts'
import { artefactOf, type FakeCollector } from '../../server/testing/fake-collector.ts'
import { shopProfile } from '../../testing/profiles/shop-profile.ts'
import { waitUntil } from '../../testing/wait-until.ts'
import { createFakeCluster, type MadeContainer } from './fake-cluster.ts'
import { startDashboard } from './start-dashboard.ts'

export type CaptureScene = Awaited<ReturnType<typeof startCaptureScene>>

/** What a capture delivers. */
export const recordedBytes = encodeProfile(shopProfile())

/** With the pods `shop` and `bank`. */
export async function startCaptureScene() {
  const pods = ['shop', 'bank'] as const
  const cluster = createFakeCluster(pods)
  const env = {
    HEARTH_KUBECONFIG: 'in-cluster',
    HEARTH_KUBERNETES_IMAGE: 'hearth:1',
    HEARTH_KUBERNETES_CALLBACK: 'https://hearth.example',
  }
  const dashboard = await startDashboard({ env, clients: [cluster] })
  const { server, store, url } = dashboard
  const lines: { stop: () => Promise<void> }[] = []
  await waitUntil('the pods are listed', () => server.host.snapshot().pods.length === 2)
  const makeToken = { name: 'ci', scopes: ['capture'] as const, expiresInDays: 1 }
  const { secret } = await server.people.tokens.make({ ...makeToken, scopes: ['capture'] }, 'owner')
  const headers = { authorization: `Bearer ${secret}`, 'content-type': 'application/json' }
  const post = (path: string, body: object) =>
    fetch(`${url}/api/v1${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
  const find = async (id: string): Promise<Capture> => (await server.captures.find(id))!

  return {
    ...{ cluster, dashboard, url, server, store, find },
    /** A capture of this pod by the API; resolves when its Job or container was made. */
    async begin(pod: (typeof pods)[number], more: Partial<CaptureRequest> = {}) {
      const count = cluster.made.length
      const targetId = server.host.snapshot().pods.find(({ name }) => name === pod)!.id
      const { id } = (await (
        await post('/captures', captureRequestSchema.parse({ targetId, ...more }))
      ).json()) as Capture
      const made = await waitUntil<MadeContainer>('it was made', () => cluster.made[count]!)
      return { id, token: made.oneShot.token }
    },
    cancel: (id: string) => post(`/captures/${id}/cancel`, {}),
    isEnded: (id: string): Promise<Capture> =>
      waitUntil<Capture | null>('it has ended', async () => {
        const capture = await find(id)
        return isFinal(capture.state) ? capture : null
      }),
    /** Connects as the program of a Job does, with a collector that may send anything. */
    dial(token: string, collector: FakeCollector) {
      const states: DialState[] = []
      const line = dialOut({
        ...{ url, credential: () => token, collector, firstWaitMs: 20, report: (error) => console.error(error) },
        onState: (state) => states.push(state),
      })
      lines.push(line)
      return { states, line }
    },
    open: (token: string) => new WebSocket(`${url}${connectPath}`, { headers: { authorization: `Bearer ${token}` } }),
    /** What a handshake with this token is answered; one that succeeds is ended. */
    async knock(token: string): Promise<number> {
      const socket = this.open(token)
      socket.on('error', () => undefined)
      const status = await new Promise<number>((resolve) => {
        socket.on('open', () => resolve(101))
        socket.on('unexpected-response', (_, { statusCode }) => resolve(statusCode!))
      })
      socket.terminate()
      return status
    },
    async audited(): Promise<AuditRecord[]> {
      const log = await text(server.audit.lines())
      return log
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line) as AuditRecord)
    },
    async [Symbol.asyncDispose]() {
      for (const line of lines) await line.stop()
      for (const pod of pods) cluster.endEphemeral(pod, '')
      await dashboard[Symbol.asyncDispose]()
    },
  }
}

/** The capture that this collector was asked for, with the id that it gave. */
export const askedOf = ({ captures }: FakeCollector): Promise<Capture> =>
  waitUntil<Capture>('it was asked to capture', () => [...captures.values()][0]!)

/** It has recorded these bytes. */
export async function deliver(collector: FakeCollector, more: Partial<Capture> = {}, bytes = recordedBytes) {
  const capture = await askedOf(collector)
  collector.artefacts.set(capture.id, bytes)
  collector.emitCapture({ ...capture, state: 'saving', artefacts: [artefactOf(bytes)], ...more })
}
