/** Rights that no dry run tries out: the cluster is asked whether Hearth has them. */
import { z } from 'zod'
import { ApiRefusal, type ClusterClient, rightsCommands } from './cluster-client.ts'
import { Problem } from '../errors.ts'

const reviewSchema = z.object({ status: z.object({ allowed: z.boolean() }) })
const path = '/apis/authorization.k8s.io/v1/selfsubjectaccessreviews'

/**
 * Asks the cluster whether Hearth may get and delete Jobs in a namespace, so that it can follow the Job of a capture to
 * its end, and remove it. Throws: Problem `cluster-refused`, `cluster-unreachable`.
 */
export async function assertMayEndJobs(client: ClusterClient, namespace: string): Promise<void> {
  await Promise.all(['get', 'delete'].map((verb) => assertMay(client, namespace, verb)))
}

async function assertMay(client: ClusterClient, namespace: string, verb: string): Promise<void> {
  const resourceAttributes = { namespace, verb, group: 'batch', resource: 'jobs' }
  const body = { apiVersion: 'authorization.k8s.io/v1', kind: 'SelfSubjectAccessReview', spec: { resourceAttributes } }
  const what = `${verb} Jobs in namespace ${namespace}`
  try {
    if (reviewSchema.parse(await client.request('POST', path, { what, body })).status.allowed) return
  } catch (error) {
    if (error instanceof ApiRefusal) return // it may not even ask: then only the act itself tells
    throw error
  }
  const reason = `its rights lack ${verb} of jobs.batch`
  throw new Problem('cluster-refused', { cluster: client.name, what, reason, command: rightsCommands.usual() })
}
