/**
 * A real API server with the namespace, service account and rights of examples/kubernetes, for tests of what Hearth may
 * do there.
 */
import { join } from 'node:path'
import { readConfig } from '../../config.ts'
import { runKubectl, startApiServer } from '../../testing/hosts/api-server.ts'
import { waitUntil } from '../../testing/wait-until.ts'
import { type ClusterClient, openClusters } from '../cluster-client.ts'

export const examples = join(import.meta.dirname, '../../../examples/kubernetes')

export type RealCluster = Awaited<ReturnType<typeof startRealCluster>>

export async function startRealCluster(binaries: string) {
  const api = await startApiServer(binaries)
  const open = async (kubeconfig: string): Promise<ClusterClient> =>
    (await openClusters(readConfig({ HEARTH_KUBECONFIG: kubeconfig }).kubernetes!))[0]!
  const admin = await open(api.kubeconfig())
  const isReady = () => admin.request('GET', '/api/v1/namespaces/default', { what: 'wait' })
  await waitUntil('it answers', isReady, 60_000)
  const kubectl = (...args: string[]) => runKubectl(binaries, ['--kubeconfig', api.kubeconfig(), ...args])
  await kubectl('apply', '--server-side', '--validate=strict', '-k', examples)
  const post = (path: string, body: object, client = admin) => client.request('POST', path, { what: 'try', body })
  return {
    ...{ admin, kubectl, post },
    /** As this service account of namespace `hearth`. */
    async openAs(name: string): Promise<ClusterClient> {
      const path = `/api/v1/namespaces/hearth/serviceaccounts/${name}/token`
      const { status } = (await post(path, { spec: {} })) as { status: { token: string } }
      return open(api.kubeconfig(status.token))
    },
    stop: () => api.stop(),
  }
}
