import net from 'node:net'
import { expect, test } from 'vitest'
import { readOneShot } from '../contract/one-shot.ts'
import { sampleClusterConfig, samplePod } from '../testing/samples.ts'
import { createJobLines } from './job-lines.ts'
import { jobManifest, jobNameOf } from './job-manifest.ts'

const request = { mode: 'timed', seconds: 30 } as const
const manifestOf = (pod = samplePod()) =>
  jobManifest({ config: sampleClusterConfig, pod, captureId: 'c'.repeat(32), request, token: 'hearth_job_x' }) as {
    spec: Record<string, unknown> & {
      template: {
        spec: { containers: { env: { value: string }[]; securityContext: object }[] } & Record<string, unknown>
      }
    }
  }

test('a Job has only the rights that its capture needs, and a deadline', () => {
  const { spec } = manifestOf()
  const [container] = spec.template.spec.containers
  expect(spec).toMatchObject({ backoffLimit: 0, activeDeadlineSeconds: 630, ttlSecondsAfterFinished: 120 })
  expect(spec.template.spec).toMatchObject({ nodeName: 'node1', hostPID: true, automountServiceAccountToken: false })
  for (const key of ['hostNetwork', 'hostIPC', 'serviceAccountName']) expect(spec.template.spec).not.toHaveProperty(key)
  expect(JSON.stringify(spec)).not.toContain('hostPath')
  expect(container?.securityContext).toEqual({
    ...{ runAsUser: 0, runAsGroup: 0, allowPrivilegeEscalation: false, readOnlyRootFilesystem: true },
    capabilities: { drop: ['ALL'], add: ['SYS_PTRACE', 'PERFMON', 'SETUID', 'SETGID'] },
    seccompProfile: { type: 'RuntimeDefault' },
  })
})

test('its environment is intact after Kubernetes has expanded dollar signs', () => {
  const value = manifestOf(samplePod({ image: 'shop:$(HOME)$$' })).spec.template.spec.containers[0]!.env[0]!.value
  // The kubelet expands `$$` to one dollar, and `$(NAME)` to the value of NAME.
  const expanded = value.replaceAll(/\$\$|\$\((\w+)\)/g, (all, name) => (name === undefined ? '$' : `<${all}>`))
  expect(readOneShot({ HEARTH_ONE_SHOT: expanded }).container.image).toBe('shop:$(HOME)$$')
})

test('the name of a Job depends on the container alone', () => {
  const pod = samplePod()
  expect(jobNameOf(pod)).toMatch(/^hearth-[0-9a-f]{16}$/)
  expect(jobNameOf(samplePod({ cluster: 'other' }))).toBe(jobNameOf(pod))
  expect(jobNameOf({ containerId: 'd'.repeat(64) })).not.toBe(jobNameOf(pod))
})

test('a token allows one connection at a time, as long as its capture runs', () => {
  const lines = createJobLines()
  const attached: net.Socket[] = []
  const sockets = [new net.Socket(), new net.Socket(), new net.Socket()] as const
  const expected = lines.expect((socket) => attached.push(socket))
  const connect = (socket: net.Socket) => {
    const take = lines.accept(expected.token)
    if (typeof take === 'function') take(socket)
  }
  expect(lines.accept('hearth_job_other')).toBe('not-valid')
  connect(sockets[0])
  expect(lines.accept(expected.token)).toBe('in-use')
  sockets[0].destroy()
  connect(sockets[1])
  expect(attached).toEqual([sockets[0], sockets[1]])
  expected[Symbol.dispose]()
  expect(sockets[1].destroyed).toBe(true)
  expect(lines.accept(expected.token)).toBe('not-valid')
})
