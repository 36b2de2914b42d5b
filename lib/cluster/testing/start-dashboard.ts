/** A dashboard beside the program that has clusters: its listener, API and store, all but the pages, for tests of what is between them. */
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startCollectorServer } from '../../collector/socket-server.ts'
import { readConfig } from '../../config.ts'
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

export interface Dashboard extends AsyncDisposable {
  readonly url: string
  readonly directory: string
  readonly store: Store
  readonly server: Server
  readonly clusters: Clusters
  readonly clients: readonly ClusterClient[]
}

interface DashboardOptions {
  readonly env: Readonly<Record<string, string | undefined>>
  /** In place of those of the kubeconfig. */
  readonly clients?: readonly ClusterClient[]
  /** Where it listens. */
  readonly address?: { readonly hostname: string; readonly port: number }
}

export async function startDashboard({ env, clients: given, address }: DashboardOptions): Promise<Dashboard> {
  const { hostname, port: wanted } = address ?? { hostname: '127.0.0.1', port: 0 }
  const directory = mkdtempSync(join(tmpdir(), 'hearth-cluster-'))
  const config = readConfig({ ...env, HEARTH_DATA: directory, HEARTH_RUN: directory })
  const kubernetes = config.kubernetes!
  const clients = given ?? (await openClusters(kubernetes))
  const report = (error: unknown) => console.error(error)
  const clusters = createClusters({ clients, kubernetes, directory: join(directory, 'kubernetes'), atOnce: 5, report })
  await clusters.start()
  const { acceptLine } = clusters
  const ids = { allowedUids: new Set([process.getuid!()]), gid: process.getgid!() }
  const socket = await startCollectorServer(clusters, { socketPath: kubernetes.socket, ...ids, report, acceptLine })
  const store = await openStore(directory)
  const http = createHttpServer(
    (request, response) => void front(request, response).catch(report),
    false,
    (request, line, head) => void server.remoteCollectors.upgrade(request, line, head).catch(report),
  )
  http.listen(wanted, hostname)
  await once(http, 'listening')
  const { port } = http.address() as AddressInfo
  const server = createServer({ config, store, collector: createFakeCollector(), port })
  const front = createFront({
    ...{ port, bind: hostname, hosts: [], isProxy: () => false, serveStatic: () => false },
    isSignedIn: async (headers) => (await findSession(server, headers)) !== null,
    isEmbeddable: (token) => server.shares.isEmbeddable(token),
    findRoute: createRouter(server, servedOperations),
    next: async (_, response) => void response.writeHead(404).end(),
  })
  return {
    ...{ url: `http://${hostname}:${port}`, directory, store, server, clusters, clients },
    async [Symbol.asyncDispose]() {
      await server.stop()
      http.closeAllConnections()
      http.close()
      await Promise.all([socket.close(), clusters.stop()])
      await store.close()
      rmSync(directory, { recursive: true, force: true })
    },
  }
}
