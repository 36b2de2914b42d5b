/** The Job of one capture: on the pod's node, with four capabilities and a certain end. */
import { createHash } from 'node:crypto'
import type { KubernetesConfig } from '../config.ts'
import type { CaptureRequest } from '../contract/capture.ts'
import { type OneShot, oneShotVariable } from '../contract/one-shot.ts'
import { type Pod, serviceOfPod } from '../contract/pods.ts'

/** Two captures of one container have one name, so that the second Job cannot be made, by any dashboard. */
export const jobNameOf = ({ containerId }: Pick<Pod, 'containerId'>): string =>
  `hearth-${createHash('sha256').update(containerId).digest('hex').slice(0, 16)}`

/** Kubernetes marks the pods of a Job by the Job's uid, which a later Job of the same name does not have. Source: batch/v1, the first since 1.27. */
export const jobUidLabels = ['batch.kubernetes.io/controller-uid', 'controller-uid']

/** Pulling the image, looking, attaching, symbols, delivery. */
const moreSeconds = 600
const flightRecorderSeconds = 25 * 3600

interface ManifestOptions {
  readonly config: Pick<KubernetesConfig, 'namespace' | 'pullPolicy'> & {
    readonly image: string
    readonly callback: string
  }
  readonly pod: Pod
  readonly captureId: string
  readonly request: Pick<CaptureRequest, 'mode' | 'seconds'>
  readonly token: string
}

/**
 * SYS_PTRACE and PERFMON record; SETUID and SETGID make it the JVM's user before it does. HostPID, which the node's processes
 * are seen by, needs a namespace whose Pod Security is `privileged`.
 */
export function jobManifest({ config, pod, captureId, request, token }: ManifestOptions): object {
  const oneShot: OneShot = {
    url: config.callback,
    token,
    container: {
      id: pod.containerId,
      name: `${pod.namespace}/${pod.name}/${pod.container}`,
      image: pod.image,
      imageDigest: pod.imageDigest,
      workload: serviceOfPod(pod),
    },
  }
  const labels = { 'app.kubernetes.io/name': 'hearth', 'app.kubernetes.io/component': 'capture' }
  // Kubernetes replaces $(NAME) in values, and `$$` by `$`.
  const value = JSON.stringify(oneShot).replaceAll('$', '$$$$')
  return {
    apiVersion: 'batch/v1',
    kind: 'Job',
    metadata: {
      name: jobNameOf(pod),
      namespace: config.namespace,
      labels,
      annotations: { 'hearth/capture': captureId, 'hearth/target': oneShot.container.name },
    },
    spec: {
      backoffLimit: 0,
      activeDeadlineSeconds: request.mode === 'timed' ? request.seconds + moreSeconds : flightRecorderSeconds,
      ttlSecondsAfterFinished: 120,
      template: {
        metadata: { labels },
        spec: {
          nodeName: pod.node,
          hostPID: true,
          restartPolicy: 'Never',
          automountServiceAccountToken: false,
          enableServiceLinks: false,
          terminationGracePeriodSeconds: 30,
          // The JVM runs there already, so the taints of the node do not matter.
          tolerations: [{ operator: 'Exists' }],
          volumes: [
            { name: 'work', emptyDir: { sizeLimit: '2Gi' } },
            { name: 'tmp', emptyDir: { sizeLimit: '256Mi' } },
          ],
          containers: [
            {
              name: 'capture',
              image: config.image,
              imagePullPolicy: config.pullPolicy,
              command: ['/usr/local/bin/node', '/opt/hearth/lib/collector/one-shot/main.ts'],
              workingDir: '/work',
              // What it could not say itself is the end of its log.
              terminationMessagePolicy: 'FallbackToLogsOnError',
              env: [
                { name: oneShotVariable, value },
                { name: 'HEARTH_RUN', value: '/work/run' },
                { name: 'HEARTH_DATA', value: '/work/data' },
                { name: 'HEARTH_HOST_NAME', value: pod.node },
                // What perf would keep for later, it must not write.
                { name: 'HOME', value: '/nonexistent' },
              ],
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
