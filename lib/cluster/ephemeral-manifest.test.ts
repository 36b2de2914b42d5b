import { expect, test } from 'vitest'
import { readOneShot } from '../contract/one-shot.ts'
import { sampleClusterConfig, samplePod } from '../testing/samples.ts'
import { ephemeralManifest, nextContainerName, userOfContainer } from './ephemeral-manifest.ts'
import { apiPodSchema } from './read-pods.ts'

const pod = samplePod()
const apiPodOf = ({ own = {}, ofPod = {}, names = [] as string[] } = {}) =>
  apiPodSchema.parse({
    metadata: { name: pod.name, namespace: pod.namespace, uid: 'u' },
    spec: {
      securityContext: ofPod,
      containers: [{ name: 'proxy' }, { name: pod.container, securityContext: own }],
      ephemeralContainers: names.map((name) => ({ name })),
    },
  })
const manifestOf = (apiPod: ReturnType<typeof apiPodOf>, uid: number) => {
  const options = {
    config: sampleClusterConfig,
    pod,
    request: { mode: 'timed', seconds: 30 },
    token: 'hearth_job_x',
  } as const
  const { spec } = ephemeralManifest(options, apiPod, 'hearth-1', { uid, gid: uid }) as {
    spec: { ephemeralContainers: { env: { value: string }[]; securityContext: object }[] }
  }
  return spec.ephemeralContainers
}

test("an ephemeral container has the JVM's user, nothing that Pod Security restricted refuses, and an end", () => {
  const [container, ...more] = manifestOf(apiPodOf(), 65532)
  expect(more).toEqual([])
  expect(container).toMatchObject({ name: 'hearth-1', targetContainerName: pod.container, image: 'hearth:1' })
  expect(container!.securityContext).toEqual({
    ...{ runAsUser: 65532, runAsGroup: 65532, runAsNonRoot: true, allowPrivilegeEscalation: false },
    ...{ capabilities: { drop: ['ALL'] }, seccompProfile: { type: 'RuntimeDefault' } },
  })
  const oneShot = readOneShot({ HEARTH_ONE_SHOT: container!.env[0]!.value })
  expect(oneShot).toMatchObject({ way: 'ephemeral', deadlineSeconds: 630, container: { id: pod.containerId } })
})

test('where the JVM is root it has the same capabilities: with fewer the kernel keeps it from that process', () => {
  const contextOf = (own: object) => manifestOf(apiPodOf({ own }), 0)[0]!.securityContext
  expect(contextOf({ capabilities: { drop: ['ALL'], add: ['CHOWN'] } })).toMatchObject({
    ...{ runAsUser: 0, runAsNonRoot: false, capabilities: { drop: ['ALL'], add: ['CHOWN'] } },
  })
  expect(contextOf({})).not.toHaveProperty('capabilities')
})

test('the user is what the container says, else the pod, else one that only looks', () => {
  const userOf = (own: object, ofPod = {}) => userOfContainer(apiPodOf({ own, ofPod }), pod.container)
  expect(userOf({ runAsUser: 1, runAsGroup: 2 }, { runAsUser: 3, runAsGroup: 4 })).toEqual({ uid: 1, gid: 2 })
  expect(userOf({ runAsUser: 1 }, { runAsGroup: 4 })).toEqual({ uid: 1, gid: 4 })
  expect(userOf({}, { runAsUser: 3 })).toEqual({ uid: 3, gid: 0 })
  const stranger = userOf({})
  expect(stranger.uid).toBeGreaterThan(0)
  expect(stranger.gid).toBe(stranger.uid)
})

test('each has a name of its own in its pod, beside those of other people', () => {
  expect(nextContainerName(apiPodOf())).toBe('hearth-1')
  expect(nextContainerName(apiPodOf({ names: ['debugger-x', 'hearth-1', 'hearth-2'] }))).toBe('hearth-3')
})
