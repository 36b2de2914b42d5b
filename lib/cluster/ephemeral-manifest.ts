/** The container that is added to a pod for a capture: with the JVM's user and no right beside it. */
import { captureContainer, type CaptureContainerOptions } from './capture-container.ts'
import type { ApiPod } from './read-pods.ts'

/** The user of a process. */
export interface PodUser {
  readonly uid: number
  readonly gid: number
}

/**
 * A user id that no image has: where the image decides who the JVM runs as, this container only looks, and ends with
 * the Problem `pod-user-differs`, which names the right user.
 */
const stranger = 61_717

const prefix = 'hearth-'
/** Whether an ephemeral container of this name is Hearth's. */
export const isOurContainer = (name: string): boolean => name.startsWith(prefix)

/**
 * Gives a name that is free, since Kubernetes keeps ephemeral containers that have ended in the pod. Two dashboards at
 * one moment choose one name, and the cluster refuses the second.
 */
export const nextContainerName = ({ spec }: ApiPod): string =>
  `${prefix}${spec.ephemeralContainers.filter(({ name }) => isOurContainer(name)).length + 1}`

/** Gives the user that a container runs as: by its own settings, else by those of its pod; else a stranger. */
export function userOfContainer({ spec }: ApiPod, container: string): PodUser {
  const own = spec.containers.find(({ name }) => name === container)?.securityContext
  const uid = own?.runAsUser ?? spec.securityContext.runAsUser ?? stranger
  // Without a group, a user that the image does not know has group 0.
  return { uid, gid: own?.runAsGroup ?? spec.securityContext.runAsGroup ?? (uid === stranger ? stranger : 0) }
}

/**
 * Gives what is merged into the pod. An ephemeral container lives for one capture: its program ends then, or at its
 * deadline (capture-container.ts); Kubernetes removes what is left of it with the pod alone.
 *
 * The container works in Pod Security `restricted` where the JVM is not root. It takes over the capabilities of a JVM
 * that is root: with fewer the kernel would not let it look at that process.
 */
export function ephemeralManifest(
  options: CaptureContainerOptions,
  apiPod: ApiPod,
  name: string,
  user: PodUser,
): object {
  const { pod } = options
  const target = apiPod.spec.containers.find((container) => container.name === pod.container)
  const capabilities = user.uid === 0 ? target?.securityContext.capabilities : { drop: ['ALL'] }
  return {
    spec: {
      ephemeralContainers: [
        {
          name,
          targetContainerName: pod.container,
          // It has no volume, and its user may write nowhere else in the image.
          ...captureContainer(options, 'ephemeral', '/tmp'),
          securityContext: {
            runAsUser: user.uid,
            runAsGroup: user.gid,
            runAsNonRoot: user.uid !== 0,
            allowPrivilegeEscalation: false,
            ...(capabilities && { capabilities }),
            seccompProfile: { type: 'RuntimeDefault' },
          },
        },
      ],
    },
  }
}
