/**
 * A container of a Kubernetes pod that runs, as the API of its cluster tells: whether it holds a JVM, only a look
 * inside tells.
 */
import * as z from './zod.ts'
import { collectorIdSchema } from './collectors.ts'
import { clusterCollectorId } from './constants.ts'
import { findingSchema } from './doctor.ts'
import { targetIdSchema } from './ids.ts'
import { podWays } from './pod-ways.ts'

export const podSchema = z.object({
  /** Id of the container, which a capture of it names as its target. Opaque. */
  id: targetIdSchema,
  /** Who sees it. */
  collectorId: collectorIdSchema.default(clusterCollectorId),
  /** The context of the kubeconfig. */
  cluster: z.string(),
  namespace: z.string(),
  /** The owner of the pod, `Deployment checkout`; the pod itself where it has none. */
  workload: z.object({ kind: z.string(), name: z.string() }),
  name: z.string(),
  node: z.string(),
  container: z.string(),
  containerId: z.string().regex(/^[0-9a-f]{64}$/),
  /** The name that the author of the pod wrote, `shop:1.4`. */
  image: z.string(),
  imageDigest: z.string().nullable(),
  /** Passes its readiness probe. */
  isReady: z.boolean(),
  restarts: z.number().int(),
  /** Start of the container, Unix ms. */
  startedAt: z.number(),
})
export type Pod = z.infer<typeof podSchema>

/**
 * The ways that the cluster permits for one pod: those without findings. Whether its JVM can be profiled shows only
 * inside the pod.
 */
export const podReportSchema = z.object({
  ways: z.array(z.object({ way: z.enum(podWays), findings: z.array(findingSchema) })),
})
export type PodReport = z.infer<typeof podReportSchema>

/** Gives `shop/checkout`, a name that stays the same when pods come and go. */
export const serviceOfPod = ({ namespace, workload }: Pick<Pod, 'namespace' | 'workload'>): string =>
  `${namespace}/${workload.name}`
