import { expect, test } from 'vitest'
import type { Experiment } from '../../contract/experiments.ts'
import { chooseRuns } from './choose-runs.ts'

const run = (number: number, configuration: number) =>
  ({
    ...{ number, configuration, marks: [], captureId: `${number}`, cpuSeconds: 1 },
    load: { requests: 10 },
    profiles: [{ event: 'cpu', profileId: `${number}` }],
  }) as unknown as Experiment['runs'][number]

/** Gives the numbers of the runs, from 1, that are read of configurations 3, 1 and 2, each of this size and engine. */
async function choose(mebibytes: readonly number[], engines: readonly string[] = []) {
  const runs = mebibytes.map((_, at) => run(at + 1, [3, 1, 2][at % 3]!))
  const engineOf = (id: string) => engines[Number(id) - 1] ?? 'perf'
  const find = async (id: string) => ({ bytes: mebibytes[Number(id) - 1]! * 2 ** 20, engine: engineOf(id) }) as never
  const pairs = [1, 3].map((after) => [2, after] as const)
  const { strata, leftOut } = await chooseRuns(runs, pairs, find)
  const read = strata.flatMap(({ before, after }) => [...before, ...after].map((one) => one.run.number))
  return { read: [...new Set(read)].sort(), leftOut }
}

test('a run of each side is compared at any size, and says of the others that they were left out', async () => {
  expect(await choose([70, 70, 70])).toEqual({ read: [2, 3], leftOut: [{ run: 1, reason: 'too-many' }] })
})

test('a run that is too large leaves the bytes to those that are not', async () => {
  const { read, leftOut } = await choose([70, 10, 10, 10, 10, 10])
  expect({ read, leftOut }).toEqual({ read: [2, 3, 4, 5, 6], leftOut: [{ run: 1, reason: 'too-many' }] })
})

test('of runs that are too large for more than a pair, two of one engine are compared', async () => {
  const { read, leftOut } = await choose([70, 70, 70, 70, 70, 70], ['perf', 'perf', 'jfr', 'jfr', 'jfr', 'perf'])
  expect(read).toEqual([3, 5])
  expect(leftOut).toEqual([1, 2, 4, 6].map((number) => ({ run: number, reason: 'too-many' })))
})

test('a pair of configurations that one engine recorded is compared, not the first, which has none', async () => {
  expect((await choose([70, 70, 70], ['perf', 'jfr', 'perf'])).read).toEqual([1, 3])
})
