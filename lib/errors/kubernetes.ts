/** Clusters, and what captures a pod in them. */
import type { Explanations } from './explanation.ts'

/** What Hearth makes in a cluster for a capture, by the way it reaches a pod. */
const podWayNouns = { job: 'Job', ephemeral: 'ephemeral container' }

export interface KubernetesFacts {
  'cluster-unreachable': { cluster: string; reason: string }
  /** `command` gives the right that is missing; null where not rights but another rule refuses it. */
  'cluster-refused': { cluster: string; what: string; reason: string; command: string | null }
  'kubeconfig-unusable': { file: string; reason: string }
  'jobs-not-configured': { missing: string[] }
  'job-exists': { pod: string; way: keyof typeof podWayNouns; name: string }
  'job-image-missing': { image: string; node: string; reason: string }
  'job-not-started': { way: keyof typeof podWayNouns; reason: string }
  /**
   * `isClean`: whether what it had made at the JVM was removed; undefined where it had made nothing, or removed it
   * itself.
   */
  'job-ended': { way: keyof typeof podWayNouns; reason: string; isClean?: boolean }
  /** The JVM's user, where the one of the ephemeral container is another. */
  'pod-user-differs': { uid: number; gid: number }
  'pod-security-refuses': { way: keyof typeof podWayNouns; namespace: string; level: string }
  'no-jvm-in-container': { container: string }
}

export const kubernetesExplanations: Explanations<KubernetesFacts> = {
  'cluster-unreachable': {
    status: 503,
    title: ({ cluster, reason }) => `The API of cluster ${cluster} does not answer: ${reason}.`,
    remedy: () =>
      'Check that this host reaches the address in the kubeconfig. Pods are listed as last seen until the cluster answers; a capture does not start again by itself.',
  },
  'cluster-refused': {
    status: 502,
    title: ({ cluster, what, reason }) => `Cluster ${cluster} does not let Hearth ${what}: ${reason}.`,
    remedy: ({ command }) =>
      command === null
        ? 'A quota or an admission rule of the cluster forbids it: change that rule, or choose another way to profile the pod.'
        : `Give Hearth this right: \`${command}\``,
  },
  'kubeconfig-unusable': {
    status: 500,
    title: ({ file, reason }) => `The kubeconfig ${file} cannot be used: ${reason}.`,
    remedy: () =>
      'Set HEARTH_KUBECONFIG to a kubeconfig, HEARTH_KUBERNETES_CONTEXTS to contexts in it, and start Hearth again.',
  },
  'jobs-not-configured': {
    status: 503,
    title: ({ missing }) =>
      `Pods cannot be profiled: ${missing.join(' and ')} ${missing.length > 1 ? 'are' : 'is'} not set.`,
    remedy: () => 'Set them where Hearth starts; docs/operations.md "Kubernetes" says to what.',
  },
  'job-exists': {
    status: 409,
    title: ({ pod, way, name }) => `${pod} is being profiled already, by ${podWayNouns[way]} ${name}.`,
    remedy: () =>
      'Another dashboard profiles it, or did so a short time ago. Wait for a few minutes; a Job may be deleted, too.',
  },
  'job-image-missing': {
    status: 502,
    title: ({ image, node, reason }) => `Node ${node} cannot get the image ${image}: ${reason}.`,
    remedy: () => 'Set HEARTH_KUBERNETES_IMAGE to an image of Hearth that the nodes can pull, or load it onto them.',
  },
  'job-not-started': {
    status: 502,
    title: ({ way, reason }) => `The ${podWayNouns[way]} that should profile it did not start: ${reason}.`,
    remedy: ({ way }) =>
      way === 'job'
        ? 'Ask the cluster why: `kubectl describe jobs,pods` in the namespace that HEARTH_KUBERNETES_NAMESPACE names.'
        : 'Ask the cluster why: `kubectl describe pod`, in the namespace of the pod.',
  },
  'job-ended': {
    status: 502,
    title: ({ way, reason }) => `The ${podWayNouns[way]} that profiled it ended early: ${reason}.`,
    remedy: ({ isClean = true }) =>
      isClean
        ? 'Profile it again.'
        : 'Profile it again. It could not be cleaned up: /tmp/.hearth-* of the JVM may be left, and a recording that ends by itself.',
  },
  'pod-user-differs': {
    status: 409,
    title: ({ uid, gid }) => `The JVM belongs to user ${uid} and group ${gid}, the ephemeral container to others.`,
    remedy: () => 'Profile it again. If it stays so, set runAsUser and runAsGroup in the pod, or profile it by a Job.',
  },
  'pod-security-refuses': {
    status: 409,
    title: ({ way, namespace, level }) =>
      way === 'job'
        ? `Namespace ${namespace} allows no pod that sees the processes of its node: its Pod Security is “${level}”.`
        : `Namespace ${namespace} allows no container with the JVM's user and rights: its Pod Security is “${level}”.`,
    remedy: ({ way, namespace }) =>
      way === 'job'
        ? `Jobs need it: \`kubectl label namespace ${namespace} pod-security.kubernetes.io/enforce=privileged --overwrite\``
        : 'Profile it by a Job, or let the JVM run as another user than root.',
  },
  'no-jvm-in-container': {
    status: 422,
    title: ({ container }) => `No JVM runs in ${container}.`,
    remedy: () => 'Choose another container. A JVM that has just started is found a few seconds later.',
  },
}
