import { expect, test } from 'vitest'
import { Problem } from '../errors.ts'
import { samplePod } from '../testing/samples.ts'
import { chooseWay } from './pod-ways.ts'

const fine = () => Promise.resolve()
const failing = (problem: Problem) => () => Promise.reject(problem)
const noJobs = new Problem('pod-security-refuses', { way: 'job', namespace: 'hearth', level: 'baseline' })
const noRight = new Problem('cluster-refused', { cluster: 'lab', what: 'add', reason: 'forbidden', command: 'kubectl' })
type Request = Parameters<typeof chooseWay>[1]
const choose = (
  podWay: Request['podWay'],
  job: () => Promise<void>,
  ephemeral: () => Promise<void>,
  engine: Request['engine'] = 'auto',
) => chooseWay(samplePod(), { podWay, engine }, { jobs: { tryOut: job }, ephemeral: { tryOut: ephemeral } })

test('a Job is taken where the cluster permits one, else an ephemeral container', async () => {
  expect(await choose('auto', fine, fine)).toBe('job')
  expect(await choose('auto', fine, failing(noRight))).toBe('job')
  expect(await choose('auto', failing(noJobs), fine)).toBe('ephemeral')
  await expect(choose('auto', failing(noJobs), failing(noRight))).rejects.toBe(noJobs)
})

test('a way that was named is taken or fails by itself', async () => {
  expect(await choose('ephemeral', fine, failing(noRight))).toBe('ephemeral')
  expect(await choose('job', failing(noJobs), fine)).toBe('job')
})

test('no second way is tried where a Job of it exists, or the cluster is away', async () => {
  const exists = new Problem('job-exists', { pod: 'shop/x', way: 'job', name: 'hearth-0' })
  const away = new Problem('cluster-unreachable', { cluster: 'lab', reason: 'ECONNREFUSED' })
  for (const problem of [exists, away]) await expect(choose('auto', failing(problem), fine)).rejects.toBe(problem)
})

test('an engine goes only where it has its rights', async () => {
  expect(await choose('auto', fine, fine, 'perf')).toBe('job')
  await expect(choose('auto', failing(noJobs), fine, 'perf')).rejects.toBe(noJobs)
  expect(await choose('auto', failing(noJobs), fine, 'jfr')).toBe('ephemeral')
  await expect(choose('ephemeral', fine, fine, 'perf')).rejects.toMatchObject({ code: 'no-engine' })
  await expect(choose('auto', fine, fine, 'bpftrace')).rejects.toMatchObject({ code: 'no-engine' })
})
