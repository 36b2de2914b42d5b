import { expect, it } from 'vitest'
import { tellApart } from './tell-apart.ts'

const profile = {
  host: null,
  containerName: 'clinic-mariadb',
  image: 'clinic:3',
  engine: 'async-profiler',
  event: 'cpu',
  labels: ['quiet'],
  durationMs: 20_000,
  unit: 'samples',
  total: 301,
  createdAt: 1_800_000_000_000,
} as const

it('says by what two profiles of one image differ, and nothing else', () => {
  const other = {
    ...profile,
    containerName: 'clinic-postgresql',
    total: 1479,
    createdAt: profile.createdAt + 12.5 * 60_000,
  }
  expect(tellApart({ ...profile, labels: [] }, { ...other, labels: [] })).toEqual({
    before: 'clinic-mariadb, 301 samples',
    after: 'clinic-postgresql, 1,479 samples, 12 min later',
  })
})

it.each([
  [{ createdAt: profile.createdAt + 500 }, '', '1 s later'],
  [{ createdAt: profile.createdAt - 3 * 86_400_000 }, '3 d later', ''],
  [{ event: 'wall', engine: 'jfr' }, 'cpu, async-profiler', 'wall, jfr'],
  [{ labels: ['quiet', 'canary'] }, '', 'canary'],
  [{ image: null }, 'clinic:3', ''],
  [{ host: 'node-2' }, '', 'node-2'],
  [{ durationMs: 7250 }, '20 s', '7.3 s'],
  [{}, '', ''],
])('takes %j', (change, before, after) => {
  expect(tellApart({ ...profile, labels: ['quiet'] }, { ...profile, labels: ['quiet'], ...change })).toEqual({
    before,
    after,
  })
})
