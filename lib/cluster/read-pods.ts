/** Pods as the API writes them, to what Hearth knows of their containers. */
import { createHash } from 'node:crypto'
import { z } from 'zod'
import { clusterCollectorId } from '../contract/constants.ts'
import type { Pod } from '../contract/pods.ts'

/** A condition of a pod or a Job: something that is so, or not, and why. */
export const conditionSchema = z.object({
  type: z.string(),
  status: z.string(),
  reason: z.string().default(''),
  message: z.string().default(''),
})

const containerStatusSchema = z.object({
  name: z.string(),
  image: z.string().default(''),
  imageID: z.string().default(''),
  /** `containerd://a3ab...`, `cri-o://...`, `docker://...`; missing until it was made. */
  containerID: z.string().optional(),
  ready: z.boolean().default(false),
  restartCount: z.number().int().default(0),
  state: z
    .object({
      running: z.object({ startedAt: z.string().optional() }).optional(),
      waiting: z.object({ reason: z.string().default(''), message: z.string().default('') }).optional(),
      terminated: z
        .object({ exitCode: z.number(), reason: z.string().default(''), message: z.string().default('') })
        .optional(),
    })
    .default({}),
})

const securityContextSchema = z.object({
  runAsUser: z.number().int().optional(),
  runAsGroup: z.number().int().optional(),
  capabilities: z.object({ add: z.array(z.string()).optional(), drop: z.array(z.string()).optional() }).optional(),
})

/** What is read of a pod; all else of it is dropped at once. */
export const apiPodSchema = z.object({
  metadata: z.object({
    name: z.string(),
    namespace: z.string(),
    uid: z.string(),
    labels: z.record(z.string(), z.string()).default({}),
    deletionTimestamp: z.string().optional(),
    ownerReferences: z
      .array(z.object({ kind: z.string(), name: z.string(), controller: z.boolean().optional() }))
      .default([]),
  }),
  spec: z.object({
    nodeName: z.string().default(''),
    securityContext: securityContextSchema.default({}),
    containers: z.array(
      z.object({
        name: z.string(),
        image: z.string().default(''),
        securityContext: securityContextSchema.default({}),
      }),
    ),
    ephemeralContainers: z.array(z.object({ name: z.string() })).default([]),
  }),
  status: z
    .object({
      phase: z.string().default('Unknown'),
      reason: z.string().default(''),
      message: z.string().default(''),
      containerStatuses: z.array(containerStatusSchema).default([]),
      ephemeralContainerStatuses: z.array(containerStatusSchema).default([]),
      conditions: z.array(conditionSchema).default([]),
    })
    .prefault({}),
})
export type ApiPod = z.infer<typeof apiPodSchema>

/** Gives the id within `containerd://a3ab...`; null where the text has none. */
export function containerIdOf(uri: string | undefined): string | null {
  return /^[a-z0-9.+-]+:\/\/([0-9a-f]{64})$/.exec(uri ?? '')?.[1] ?? null
}

/** Gives a `Pod` for each container of a pod that runs now. */
export function podsOf(cluster: string, { metadata, spec, status }: ApiPod): Pod[] {
  const workload = workloadOf(metadata)
  return status.containerStatuses.flatMap((container) => {
    const containerId = containerIdOf(container.containerID)
    if (containerId === null || !container.state.running) return []
    const written = spec.containers.find(({ name }) => name === container.name)?.image
    return {
      id: createHash('sha256').update(`${cluster}\0${containerId}`).digest('hex').slice(0, 16),
      collectorId: clusterCollectorId,
      ...{ cluster, workload, containerId },
      namespace: metadata.namespace,
      name: metadata.name,
      node: spec.nodeName,
      container: container.name,
      image: written || container.image,
      imageDigest: /sha256:[0-9a-f]{64}$/.exec(container.imageID)?.[0] ?? null,
      isReady: container.ready,
      restarts: container.restartCount,
      startedAt: Date.parse(container.state.running.startedAt ?? '') || 0, // NaN where the API does not say it
    }
  })
}

/**
 * A pod names what made it: a ReplicaSet is one of a Deployment where its name ends with the template's hash, a Job one
 * of a CronJob where it ends with the minute of its schedule.
 *
 * Source: getPodsControllerName of kubectl; cronjob_controllerv2.go names Jobs `<name>-<minutes since 1970>`.
 */
export function workloadOf({ name, labels, ownerReferences }: ApiPod['metadata']): Pod['workload'] {
  const owner = ownerReferences.find(({ controller }) => controller) ?? ownerReferences[0]
  if (!owner) return { kind: 'Pod', name }
  const hash = labels['pod-template-hash']
  if (owner.kind === 'ReplicaSet' && hash !== undefined && owner.name.endsWith(`-${hash}`))
    return { kind: 'Deployment', name: owner.name.slice(0, -hash.length - 1) }
  const [, cronJob] = /^(.+)-\d{8}$/.exec(owner.name) ?? []
  if (owner.kind === 'Job' && cronJob !== undefined) return { kind: 'CronJob', name: cronJob }
  // A static pod of a node is made by that node.
  return owner.kind === 'Node' ? { kind: 'Pod', name } : { kind: owner.kind, name: owner.name }
}
