/** How a container of a pod is reached. */

/** `job`: a pod beside it, on its node. `ephemeral`: a container more in its pod, which ends, but stays listed in the pod. */
export const podWays = ['job', 'ephemeral'] as const
export type PodWay = (typeof podWays)[number]
