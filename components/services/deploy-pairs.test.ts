import { expect, it } from 'vitest'
import { sampleSummary } from '../../lib/testing/samples.ts'
import { deployRows } from './deploy-pairs.ts'

const at = (createdAt: number, imageDigest: string, event = 'cpu') =>
  sampleSummary({ id: `${createdAt}`, createdAt, imageDigest, event })
const deploy = (image: string, from: number, to: number) => ({ image, imageName: 'shop:1', from, to, profiles: 1 })

it('sets the newest profile of each deploy against the newest of the one before, of one event', () => {
  const profiles = [at(6, 'b', 'alloc'), at(5, 'b'), at(4, 'b'), at(3, 'a', 'alloc'), at(2, 'a'), at(1, 'a')]
  const rows = deployRows({ deploys: [deploy('a', 1, 3), deploy('b', 4, 6)], profiles })
  expect(rows.map(({ deploy, last, before }) => [deploy.image, last?.id, before?.id])).toEqual([
    ['b', '5', '2'],
    ['a', '2', undefined],
  ])
})

it('compares nothing where the stretch before has no such event', () => {
  const profiles = [at(4, 'b', 'lock'), at(1, 'a')]
  const [newest] = deployRows({ deploys: [deploy('a', 1, 1), deploy('b', 4, 4)], profiles })
  expect(newest).toMatchObject({ last: { id: '4' }, before: null })
})

it('compares samples with nanoseconds, as another JDK counts the same, and neither with bytes', () => {
  const profiles = [
    { ...at(5, 'b'), unit: 'nanoseconds' as const },
    { ...at(2, 'a'), unit: 'bytes' as const },
    { ...at(1, 'a'), unit: 'samples' as const },
  ]
  const [newest] = deployRows({ deploys: [deploy('a', 1, 2), deploy('b', 5, 5)], profiles })
  expect(newest).toMatchObject({ last: { id: '5' }, before: { id: '1' } })
})
