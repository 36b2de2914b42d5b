/** What the API of a cluster does seldom, and a test cluster not at will. The rest: api-server.test.ts. */
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, expect, test } from 'vitest'
import { Problem } from '../errors.ts'
import { waitUntil } from '../testing/wait-until.ts'
import type { ClusterClient } from './cluster-client.ts'
import { followPods } from './follow-pods.ts'

const firstWaitMs = 20
const emptyList = { metadata: { resourceVersion: '1' }, items: [] }
const bookmark = JSON.stringify({ type: 'BOOKMARK', object: { metadata: { resourceVersion: '2' } } })

let following: ReturnType<typeof followPods> | null = null
afterEach(() => following?.stop())

/** Follows an API that answers so; `listedAt` has the time of each list, Unix ms. */
function follow(watch: () => AsyncGenerator<string>, list: (count: number) => unknown = () => emptyList) {
  const listedAt: number[] = []
  const problems: (string | null)[] = []
  const reports: unknown[] = []
  const client: ClusterClient = {
    name: 'lab',
    request: async () => list(listedAt.push(Date.now())),
    watch,
  }
  following = followPods({
    client,
    firstWaitMs,
    onPod: () => {},
    onProblem: (problem) => problems.push(problem?.code ?? null),
    report: (error) => reports.push(error),
  })
  return { listedAt, problems, reports }
}

test('a watch that works until it is cut, each time, is soon followed by the next', async () => {
  const { listedAt } = follow(async function* () {
    yield bookmark
    await sleep(5 * firstWaitMs)
    throw new Problem('cluster-unreachable', { cluster: 'lab', reason: 'cut' })
  })
  await waitUntil('it was cut eight times', () => listedAt.length > 8, 20_000)
  // A wait that doubles each time would be 128 times as long now.
  expect(listedAt[8]! - listedAt[7]!).toBeLessThan(64 * firstWaitMs)
})

test('pods are listed again after longer and longer waits where each watch ends in an error at once', async () => {
  const { listedAt } = follow(async function* () {
    yield JSON.stringify({ type: 'ERROR', object: { code: 500, message: 'etcd has no leader' } })
  })
  await waitUntil('they were listed six times', () => listedAt.length > 5, 20_000)
  // 1 + 2 + 4 + 8 + 16 waits, each at least three quarters as long as it is meant to be.
  expect(listedAt[5]! - listedAt[0]!).toBeGreaterThan(31 * firstWaitMs * 0.7)
})

test('an answer that cannot be read makes the list outdated, until one can be read', async () => {
  const { problems, reports } = follow(
    async function* () {
      yield bookmark
      await sleep(5 * firstWaitMs)
      throw new Problem('cluster-unreachable', { cluster: 'lab', reason: 'it gave an answer that Hearth cannot read' })
    },
    (count) => (count === 1 ? { metadata: {} } : emptyList),
  )
  await waitUntil('it is up to date', () => problems.includes(null), 20_000)
  expect(problems.slice(0, 2)).toEqual(['cluster-unreachable', null])
  expect(reports).toHaveLength(1)
})
