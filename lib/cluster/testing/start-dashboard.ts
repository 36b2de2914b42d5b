/**
 * A dashboard beside the program that has clusters: its listener, API and store, all but the pages, for tests of what
 * is between them.
 */
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startCollectorServer } from '../../collector/socket-server.ts'
import { type Config, readConfig } from '../../config.ts'
import { findSession } from '../../server/api/callers.ts'
import { servedOperations } from '../../server/api/operations.ts'
import { createRouter } from '../../server/api/router.ts'
import { createServer, type Server } from '../../server/server.ts'
import { createFakeCollector } from '../../server/testing/fake-collector.ts'
import { openStore, type Store } from '../../store/store.ts'
import { createFront } from '../../web/front.ts'
import { createHttpServer } from '../../web/http-server.ts'
import { type ClusterClient, openClusters } from '../cluster-client.ts'
import { type Clusters, createClusters } from '../clusters.ts'

export interface TestDashboard extends AsyncDisposable {
  readonly url: string
  readonly directory: string
  readonly store: Store
  readonly server: Server
  readonly clusters: Clusters
  readonly clients: readonly ClusterClient[]
}

const report = (error: unknown) => console.error(error)

interface DashboardOptions {
  readonly env: Readonly<Record<string, string | undefined>>
  /** In place of those of the kubeconfig. */
  readonly clients?: readonly ClusterClient[]
}

export async function startDashboard({ env, clients: given }: DashboardOptions): Promise<TestDashboard> {
  const directory = mkdtempSync(join(tmpdir(), 'hearth-cluster-'))
  const config = readConfig({ ...env, HEARTH_DATA: directory, HEARTH_RUN: directory })
  const kubernetes = config.kubernetes!
  const clients = given ?? (await openClusters(kubernetes))
  const clusters = createClusters({ clients, kubernetes, directory: join(directory, 'kubernetes'), atOnce: 5, report })
  await clusters.start()
  const { acceptLine } = clusters
  const ids = { allowedUids: new Set([process.getuid!()]), gid: process.getgid!() }
  const socket = await startCollectorServer(clusters, { socketPath: kubernetes.socket, ...ids, report, acceptLine })
  const store = await openStore(directory)
  const web = await listen(config, store, { hostname: '127.0.0.1', port: 0 })
  return {
    ...{ url: `http://127.0.0.1:${web.port}`, directory, store, server: web.server, clusters, clients },
    async [Symbol.asyncDispose]() {
      await web.stop()
      await Promise.all([socket.close(), clusters.stop()])
      await store.close()
      rmSync(directory, { recursive: true, force: true })
    },
  }
}

/** The web program without its pages. */
export async function listen(config: Config, store: Store, at: { readonly hostname: string; readonly port: number }) {
  const http = createHttpServer(
    (request, response) => void front(request, response).catch(report),
    false,
    (request, line, head) => void server.remoteCollectors.upgrade(request, line, head).catch(report),
  )
  http.listen(at.port, at.hostname)
  await once(http, 'listening')
  const { port } = http.address() as AddressInfo
  const server = createServer({ config, store, collector: createFakeCollector(), port })
  const front = createFront({
    ...{ port, bind: at.hostname, hosts: [], isProxy: () => false, serveStatic: () => false },
    isSignedIn: async (headers) => (await findSession(server, headers)) !== null,
    findRoute: createRouter(server, servedOperations),
    next: async (_, response) => void response.writeHead(404).end(),
  })
  return {
    server,
    port,
    async stop(): Promise<void> {
      const closed = once(http, 'close')
      http.close() // first: a Job that was cut off connects again at once
      await server.stop()
      http.closeAllConnections()
      await closed
    },
  }
}
