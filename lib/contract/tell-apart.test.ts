import { expect, it } from 'vitest'
import { comparisonTitle, nameSides, tellApart, titleSides } from './tell-apart.ts'

const profile = {
  name: 'clinic',
  service: 'clinic',
  captureId: null,
  hotMethod: null,
  host: null,
  containerName: 'clinic-mariadb',
  image: 'clinic:3',
  engine: 'async-profiler',
  event: 'cpu',
  labels: ['quiet'],
  durationMs: 20_000,
  unit: 'samples',
  total: 301,
  capturedAt: 1_800_000_000_000,
  createdAt: 1_900_000_000_000,
} as const

type Facts = Parameters<typeof tellApart>[0]
const sidesOf = (before: Facts, after: Facts) => nameSides({ ...before, id: 'b' }, { ...after, id: 'a' })
const titleOf = (before: Facts, after: Facts) => comparisonTitle({ ...before, id: 'b' }, { ...after, id: 'a' })

it('says of a profile beside itself that it is the same', () => {
  const same = { ...profile, id: 'a' }
  const names = { common: null, before: 'clinic', after: 'the same profile', facts: { before: [], after: [] } }
  expect(nameSides(same, same)).toEqual(names)
  expect(comparisonTitle(same, same)).toBe('clinic against itself')
})

it('calls sides Before and After, but two events of one capture by their names', () => {
  const [cpu, wall] = [
    { captureId: 'c', event: 'cpu' },
    { captureId: 'c', event: 'wall' },
  ]
  expect(titleSides(cpu, wall)).toEqual({ before: 'CPU', after: 'Wall clock' })
  const apart = { before: 'Before', after: 'After' }
  expect(titleSides(cpu, { ...wall, captureId: 'd' })).toEqual(apart)
  expect(titleSides({ ...cpu, captureId: null }, { ...wall, captureId: null })).toEqual(apart)
  expect(titleSides(cpu, cpu)).toEqual(apart)
})

it('says by what two profiles of one image differ, and nothing else', () => {
  const other = {
    ...profile,
    containerName: 'clinic-postgresql',
    total: 1479,
    capturedAt: profile.capturedAt + 12.5 * 60_000,
  }
  expect(tellApart({ ...profile, labels: [] }, { ...other, labels: [] })).toEqual({
    before: 'clinic-mariadb, 301 samples',
    after: 'clinic-postgresql, 1,479 samples, 12 min later',
  })
})

it.each([
  [{ capturedAt: profile.capturedAt + 500 }, '', '1 s later'],
  [{ capturedAt: profile.capturedAt + 6_240_000 }, '', '1 h 44 min later'],
  [{ capturedAt: profile.capturedAt - 3 * 86_400_000 }, '', '3 d earlier'],
  [{ capturedAt: null, createdAt: profile.createdAt + 60_000 }, '', 'added 1 min later'],
  [{ event: 'wall', engine: 'jfr' }, 'CPU, async-profiler', 'Wall clock, JFR'],
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

it('leaves out what both names say already', () => {
  const [one, other] = ['clinic-mariadb', 'clinic-postgresql'].map((name) => ({
    ...profile,
    name,
    containerName: name,
  }))
  expect(tellApart(one!, { ...other!, total: 479 })).toEqual({ before: '301 samples', after: '479 samples' })
})

it('says no container or image whose name is said before it', () => {
  const profileOf = (name: string) => ({
    ...{ ...profile, name: `demo/${name}`, image: `demo/${name}:1.4` },
    ...{ containerName: `demo-${name}`, total: name.length },
  })
  const [slow, shop] = [profileOf('shop-slow'), profileOf('shop')]
  expect(tellApart(slow, shop)).toEqual({ before: '9 samples', after: '4 samples' })
  expect(tellApart({ ...slow, name: 'Shop' }, { ...shop, name: 'Shop' })).toEqual({
    ...{ before: 'demo-shop-slow, 9 samples', after: 'demo-shop, 4 samples' },
  })
  expect(sidesOf(slow, shop)).toMatchObject({ common: null, before: 'shop-slow', after: 'shop' })
  expect(sidesOf(slow, { ...shop, image: 'demo/shop:1.5' }).facts).toEqual({
    ...{ before: ['shop-slow:1.4'], after: ['shop:1.5'] },
  })
})

it.each([
  [{ containerName: 'clinic-postgresql', total: 479 }, 'clinic: clinic-postgresql against clinic-mariadb'],
  [{ image: 'clinic:4', labels: [] }, 'clinic: clinic:4 against clinic:3, quiet'],
  [{ labels: ['canary'], total: 9 }, 'clinic: canary against quiet'],
  [{ capturedAt: profile.capturedAt + 60_000 }, 'clinic (1 min later) against clinic'],
  [{ durationMs: 9000, total: 135 }, 'clinic: 9 s, 135 samples against 20 s, 301 samples'],
  [{ name: 'till', containerName: 'till' }, 'till (till) against clinic (clinic-mariadb)'],
  [{}, 'clinic against clinic'],
])('takes the shortest names that tell apart %j', (change, title) => {
  const after = { ...profile, ...change }
  expect(titleOf(profile, after)).toBe(title)
})

it('gives each fact beside two names by itself', () => {
  const after = { ...profile, name: 'till', image: 'till:2', labels: ['quiet', 'canary', 'a, b'] }
  expect(sidesOf({ ...profile, labels: ['quiet'] }, after).facts).toEqual({
    before: ['clinic:3'],
    after: ['till:2', 'canary', 'a, b'],
  })
})

it('names both once, where they are called alike', () => {
  expect(sidesOf(profile, { ...profile, image: 'clinic:4', total: 479 })).toEqual({
    ...{ common: 'clinic', before: 'clinic:3', after: 'clinic:4' },
    facts: { before: [], after: [] },
  })
})

it('calls captures whose names were made up by their service', () => {
  const captured = { ...profile, captureId: 'c'.repeat(32), service: 'clinic', labels: [] }
  const before = { ...captured, name: 'clinic: Owners.find', hotMethod: { name: 'pets.Owners.find', share: 0.4 } }
  const after = { ...captured, name: 'clinic cpu 20 s', capturedAt: profile.capturedAt + 60_000 }
  expect(sidesOf(before, { ...after, total: 479 })).toEqual({
    ...{ common: 'clinic', before: '301 samples', after: '479 samples, 1 min later' },
    facts: { before: [], after: [] },
  })
})

it('leaves out the registry that both images are of, which would take all the space', () => {
  const [before, after] = ['3', '4'].map((tag) => ({
    ...profile,
    labels: [],
    image: `registry.example/pets/clinic:${tag}`,
  }))
  expect(sidesOf(before!, after!)).toMatchObject({ common: 'clinic', before: 'clinic:3', after: 'clinic:4' })
})

it('leaves out the folder that both have, also where one name begins with the other', () => {
  const of = (service: string) => ({ ...profile, name: `${service} cpu 15 s`, service, captureId: 'c' })
  const [shop, slow] = [of('demo/shop'), of('demo/shop-slow')]
  expect(sidesOf(shop, slow)).toMatchObject({ before: 'shop', after: 'shop-slow' })
  expect(sidesOf(slow, shop)).toMatchObject({ before: 'shop-slow', after: 'shop' })
})

it('names two runs of one experiment by number and values, not by their containers', () => {
  const runOf = (number: number, pricing: string) => ({
    ...{ ...profile, captureId: 'c', service: 'shop experiment/shop', name: 'shop experiment/shop cpu 15 s' },
    ...{ labels: [`pricing=${pricing}`, 'jdk=17'], containerName: `hearth-f75b74ba-${number}_shop_1` },
    image: `hearth-f75b74ba-${number}-shop`,
  })
  const [before, after] = [runOf(10, 'index'), runOf(12, 'scan')]
  expect(sidesOf(before, after)).toEqual({
    ...{ common: 'shop experiment/shop', before: 'run 10, pricing=index', after: 'run 12, pricing=scan' },
    facts: { before: [], after: [] },
  })
  expect(titleOf(before, after)).toBe('shop experiment/shop: run 12, pricing=scan against run 10, pricing=index')
  expect(tellApart(before, { ...after, total: 301 })).toEqual({
    ...{ before: 'run 10, pricing=index', after: 'run 12, pricing=scan' },
  })
  expect(sidesOf(before, { ...runOf(11, 'index') })).toMatchObject({ before: 'run 10', after: 'run 11' })
  // A container of such a name that is of no experiment keeps it.
  expect(sidesOf({ ...before, service: 'shop' }, { ...after, service: 'shop' }).before).toContain('hearth-f75b74ba-10')
})
