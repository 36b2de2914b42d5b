import { describe, expect, test } from 'vitest'
import type { Pod } from '../contract/pods.ts'
import { isProblem } from '../errors.ts'
import { samplePod } from '../testing/samples.ts'
import { readCaptureArguments } from './commands/capture.ts'
import { findPods, namesPod } from './find-pod.ts'

const statefulSet = { kind: 'StatefulSet', name: 'db' }
const web = { kind: 'Deployment', name: 'web' }
const pod = (id: string, more: Partial<Pod>) => samplePod({ id, cluster: 'east', ...more })
const pods = [
  pod('old', { name: 'checkout-a', startedAt: 1 }),
  pod('starting', { name: 'checkout-b', startedAt: 3, isReady: false }),
  pod('newest', { name: 'checkout-c', startedAt: 2 }),
  pod('db', { name: 'db-0', namespace: 'data', workload: statefulSet }),
  pod('backup', { name: 'db-0', namespace: 'data', workload: statefulSet, container: 'backup' }),
  pod('web', { name: 'web-a', workload: web }),
  pod('web-test', { name: 'web-a', workload: web, namespace: 'shop-test' }),
  pod('web-west', { name: 'web-a', workload: web, cluster: 'west' }),
  pod('batch', { name: 'batch-x', workload: { kind: 'Rollout', name: 'batch' }, isReady: false }),
]

/** Ids of the containers, or what the command says. */
function find(line: string): string {
  const { values, positionals } = readCaptureArguments(line.split(' '))
  try {
    return findPods(pods, positionals[0]!, values)
      .map(({ id }) => id)
      .join(' ')
  } catch (error) {
    if (!isProblem(error)) throw error
    return 'what' in error.facts && error.code === 'invalid-request'
      ? String(error.facts.what)
      : `${error.message} ${error.remedy}`
  }
}

test.each([
  ['pod/checkout-b', 'starting'],
  ['checkout-a -n shop', 'old'],
  ['po/db-0 -c backup', 'backup'],
  ['deploy/checkout', 'newest'],
  ['deployments.apps/checkout --replicas 2', 'newest old'],
  ['StatefulSet/db --container app --namespace data', 'db'],
  ['sts/db -c app', 'db'],
  ['deployment/web --context west', 'web-west'],
  ['deploy/web --context east -n shop-test', 'web-test'],
])('%s is %s', (line, ids) => expect(find(line)).toBe(ids))

test.each([
  ['deploy/chekout', 'The dashboard lists no deploy/chekout. Did you mean deployment/checkout?'],
  ['deploy/db', 'The dashboard lists no deploy/db. Did you mean statefulset/db?'],
  ['deploy/checkout -n data', 'no deploy/checkout in namespace data. Did you mean deployment/checkout -n shop?'],
  ['pod/checkout-f', 'Did you mean pod/checkout-a, pod/checkout-b, pod/checkout-c?'],
  ['pod/nothing', 'The dashboard lists no pod/nothing. `hearth list -A` shows the pods it lists.'],
  ['pod/x --context wst', 'The dashboard lists no pod/x in cluster wst. Its clusters are east, west.'],
  ['sts/db', 'statefulset/db has several containers: app, backup. Name one with -c CONTAINER.'],
  ['sts/db -c ap', 'The dashboard lists no container ap in statefulset/db. Did you mean app, backup?'],
  ['deploy/web', 'deployment/web is in several clusters: east, west. Name one with --context CLUSTER.'],
  ['pod/web-a --context east', 'pod/web-a is in several namespaces: shop, shop-test. Name one with -n NAMESPACE.'],
  ['rollout/batch', 'No pod of rollout/batch is ready. Wait until one is ready, or name one that is not: pod/NAME.'],
  ['deploy/checkout --replicas 3', 'deployment/checkout has 2 ready pods, not 3. Ask for --replicas 2, or wait'],
  ['deploy/checkout --replicas 0', '--replicas: a number from 1 to 20'],
  ['pod/checkout-a --replicas 2', '--replicas needs a workload, such as deploy/NAME'],
])('of %s it is said: %s', (line, message) => expect(find(line)).toContain(message))

describe('a pod is meant', () => {
  test.each(['pod/a', 'deploy/a', 'STS/a', 'cronjobs.batch/a', 'a -n shop', 'rollout/a --context east', 'a -c app'])(
    '%s',
    (line) => expect(isPod(line)).toBe(true),
  )
  test.each(['a', 'shop/a', 'com.acme.Main', '4711'])('not by %s', (line) => expect(isPod(line)).toBe(false))
  const isPod = (line: string) => {
    const { values, positionals } = readCaptureArguments(line.split(' '))
    return namesPod(positionals[0], values)
  }
})
