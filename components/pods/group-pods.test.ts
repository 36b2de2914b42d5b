import { expect, test } from 'vitest'
import { samplePod } from '../../lib/testing/samples.ts'
import { countPods, groupPods, filterPods } from './group-pods.ts'

const pods = [
  samplePod({ id: '1'.repeat(16), name: 'checkout-2' }),
  samplePod({ id: '2'.repeat(16), name: 'checkout-1', node: 'node2' }),
  samplePod({ id: '3'.repeat(16), name: 'checkout-1', node: 'node2', container: 'sidecar' }),
  samplePod({ id: '4'.repeat(16), name: 'db-0', namespace: 'data', workload: { kind: 'StatefulSet', name: 'db' } }),
]
const names = (filter: string) => filterPods(pods, filter).map(({ name, container }) => `${name}/${container}`)

test('pods are found by words of any of their names, and stand in order of their names', () => {
  expect(names('')).toEqual(['db-0/app', 'checkout-1/app', 'checkout-1/sidecar', 'checkout-2/app'])
  expect(names('shop NODE2')).toEqual(['checkout-1/app', 'checkout-1/sidecar'])
  expect(names('statefulset')).toEqual(['db-0/app'])
  expect(names('node2 db')).toEqual([])
})

test('groups are workloads, namespaces or nodes, with the cluster where there are several', () => {
  const of = (list: typeof pods, grouping: Parameters<typeof groupPods>[1]) =>
    groupPods(filterPods(list, ''), grouping).map(({ name, pods }) => `${name}: ${countPods(pods)}`)
  expect(of(pods, 'workload')).toEqual(['data / db: 1', 'shop / checkout: 2'])
  expect(of(pods, 'namespace')).toEqual(['data: 1', 'shop: 2'])
  expect(of(pods, 'node')).toEqual(['node1: 2', 'node2: 1'])
  expect(of([...pods, samplePod({ cluster: 'west' })], 'namespace')).toEqual([
    'lab / data: 1',
    'lab / shop: 2',
    'west / shop: 1',
  ])
})
