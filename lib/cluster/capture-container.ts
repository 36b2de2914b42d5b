/** The container that takes a capture, in a Job or in the target's pod: its image, program and order. */
import type { KubernetesConfig } from '../config.ts'
import type { CaptureRequest } from '../contract/capture.ts'
import { longestRecorderSeconds } from '../contract/constants.ts'
import { type OneShot, oneShotVariable } from '../contract/one-shot.ts'
import type { PodWay } from '../contract/pod-ways.ts'
import { type Pod, serviceOfPod } from '../contract/pods.ts'

/** What a capture may take beside its recording: pulling the image, looking, attaching, symbols, delivery. */
const jobExtraSeconds = 600

export interface CaptureContainerOptions {
  readonly config: Pick<KubernetesConfig, 'namespace' | 'pullPolicy'> & {
    readonly image: string
    readonly callback: string
  }
  readonly pod: Pod
  readonly request: Pick<CaptureRequest, 'mode' | 'seconds'>
  /** The token that the container connects with, for this capture alone. */
  readonly token: string
  /** What the container removes in place of capturing; see `one-shot.ts`. */
  readonly cleanup?: readonly unknown[]
}

/** Gives the seconds after its start at which the container ends in any case. */
export const deadlineOf = ({ mode, seconds }: CaptureContainerOptions['request']): number =>
  (mode === 'timed' ? seconds : longestRecorderSeconds) + jobExtraSeconds

/** `shop/checkout-7d9f/app`. */
export const nameOfContainer = ({ namespace, name, container }: Pod): string => `${namespace}/${name}/${container}`

/** Gives the container for a manifest. It may write into `directory`. */
export function captureContainer(
  { config, pod, request, token, cleanup = [] }: CaptureContainerOptions,
  way: PodWay,
  directory: string,
) {
  const oneShot: OneShot = {
    ...{ way, token, url: config.callback, deadlineSeconds: deadlineOf(request) },
    cleanup: [...cleanup],
    container: {
      id: pod.containerId,
      name: nameOfContainer(pod),
      image: pod.image,
      imageDigest: pod.imageDigest,
      workload: serviceOfPod(pod),
    },
  }
  return {
    image: config.image,
    imagePullPolicy: config.pullPolicy,
    command: ['/usr/local/bin/node', '/opt/hearth/lib/collector/one-shot/main.ts'],
    workingDir: directory,
    // Where the program could not report its end, Kubernetes takes the end of its log.
    terminationMessagePolicy: 'FallbackToLogsOnError',
    env: [
      // Kubernetes replaces $(NAME) in values, and `$$` by `$`; in a replacement here, too, `$$` is one `$`.
      { name: oneShotVariable, value: JSON.stringify(oneShot).replaceAll('$', '$$$$') },
      { name: 'HEARTH_RUN', value: `${directory}/run` },
      { name: 'HEARTH_DATA', value: `${directory}/data` },
      { name: 'HEARTH_HOST_NAME', value: pod.node },
      // perf must not write its cache, so HOME does not exist.
      { name: 'HOME', value: '/nonexistent' },
    ],
  }
}
