import { expect, test } from 'vitest'
import { profileFromDiagram } from '../../testing/profiles/text-graph.ts'
import { computeFunctionShares } from './function-shares.ts'

const sharesOf = (diagram: string, limit = 100) => {
  const { names, self, total, isCut } = computeFunctionShares(profileFromDiagram(diagram), limit)
  return { shares: Object.fromEntries(names.map((name, row) => [name, [self[row], total[row]]])), isCut }
}

test('counts a sample once for a function, however often and in whatever kind it is on the stack', () => {
  const { shares, isCut } = sharesOf('main main\nsort sort_[n]\nsort_[n] read\nsort .\n3 1')
  expect([shares, isCut]).toEqual([{ main: [0, 1], sort: [0.75, 1], read: [0.25, 0.25] }, false])
})

test('keeps the functions with the largest totals and says that others were left out', () => {
  expect(sharesOf('main main main\na b c\n5 3 2', 3)).toEqual({
    shares: { main: [0, 1], a: [0.5, 0.5], b: [0.3, 0.3] },
    isCut: true,
  })
})

test('has nothing of a profile without weight', () => {
  expect(computeFunctionShares(profileFromDiagram('main\n0'), 10)).toMatchObject({ names: [], samples: 0 })
})

test('gives a package all that is in it and below it, each sample once', () => {
  const { shares } = sharesOf(
    'main_[n] main_[n] main_[n]\ncom.acme.Web.run com.acme.Web.run com.acme.shop.Cart.add\ncom.acme.shop.Cart.add read_[k] com.acme.shop.Cart.total\ncom.acme.shop.Cart.total . .\n5 2 1',
  )
  expect(Object.fromEntries(Object.entries(shares).filter(([name]) => name.endsWith('.*')))).toEqual({
    'com.*': [0.75, 1],
    'com.acme.*': [0.75, 1],
    'com.acme.shop.*': [0.75, 0.75],
  })
})
