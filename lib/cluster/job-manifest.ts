/** The Job of one capture: on the pod's node, with four capabilities and a certain end. */
import { createHash } from 'node:crypto'
import type { Pod } from '../contract/pods.ts'
import { captureContainer, type CaptureContainerOptions, deadlineOf, nameOfContainer } from './capture-container.ts'

/** How long a Job that has ended stays in the cluster, unless it is removed before. */
const endedJobSeconds = 120
/** How long a Job that is asked to end may take to put the JVM back as it was. */
const jobGraceSeconds = 30

/** Gives the name of a Job: one for each container, so that a second Job cannot be made, by any dashboard. */
export const jobNameOf = ({ containerId }: Pick<Pod, 'containerId'>): string =>
  `hearth-${createHash('sha256').update(containerId).digest('hex').slice(0, 16)}`

/**
 * Kubernetes marks the pods of a Job by the Job's uid, which a later Job of the same name does not have. Source:
 * batch/v1, the first since 1.27.
 */
export const jobUidLabels = ['batch.kubernetes.io/controller-uid', 'controller-uid']

type ManifestOptions = CaptureContainerOptions & { readonly captureId: string }

/**
 * Gives the manifest of the Job of a capture. It records by the capabilities SYS_PTRACE and PERFMON; before, SETUID and
 * SETGID let it become the JVM's user. By `hostPID` it sees the node's processes: that needs a namespace whose Pod
 * Security is `privileged`.
 */
export function jobManifest(options: ManifestOptions): object {
  const { config, pod, captureId, request } = options
  const labels = { 'app.kubernetes.io/name': 'hearth', 'app.kubernetes.io/component': 'capture' }
  return {
    apiVersion: 'batch/v1',
    kind: 'Job',
    metadata: {
      name: jobNameOf(pod),
      namespace: config.namespace,
      labels,
      annotations: { 'hearth/capture': captureId, 'hearth/target': nameOfContainer(pod) },
    },
    spec: {
      backoffLimit: 0,
      activeDeadlineSeconds: deadlineOf(request),
      ttlSecondsAfterFinished: endedJobSeconds,
      template: {
        metadata: { labels },
        spec: {
          nodeName: pod.node,
          hostPID: true,
          restartPolicy: 'Never',
          automountServiceAccountToken: false,
          enableServiceLinks: false,
          terminationGracePeriodSeconds: jobGraceSeconds,
          // The JVM runs there already, so the taints of the node do not matter.
          tolerations: [{ operator: 'Exists' }],
          volumes: [
            { name: 'work', emptyDir: { sizeLimit: '2Gi' } },
            { name: 'tmp', emptyDir: { sizeLimit: '256Mi' } },
          ],
          containers: [
            {
              name: 'capture',
              ...captureContainer(options, 'job', '/work'),
              volumeMounts: [
                { name: 'work', mountPath: '/work' },
                { name: 'tmp', mountPath: '/tmp' },
              ],
              securityContext: {
                runAsUser: 0,
                runAsGroup: 0,
                allowPrivilegeEscalation: false,
                readOnlyRootFilesystem: true,
                capabilities: { drop: ['ALL'], add: ['SYS_PTRACE', 'PERFMON', 'SETUID', 'SETGID'] },
                seccompProfile: { type: 'RuntimeDefault' },
              },
              resources: { requests: { cpu: '10m', memory: '128Mi' }, limits: { memory: '2Gi' } },
            },
          ],
        },
      },
    },
  }
}
