import { expect, test } from 'vitest'
import { listNamesOf } from './callers.ts'

test('the names of a person are its own and those of its tokens, but for names that others use too', () => {
  const tokens = [
    { name: 'ci', owner: 'ann' },
    { name: 'ci', owner: 'ann' },
    { name: 'deploy', owner: 'ann' },
    { name: 'deploy', owner: null },
    { name: 'nightly', owner: 'bo' },
  ]
  expect(listNamesOf('ann', tokens)).toEqual(['ann', 'token ci'])
  expect(listNamesOf('bo', tokens)).toEqual(['bo', 'token nightly'])
  expect(listNamesOf('cy', [])).toEqual(['cy'])
})

test('a person with the name of a token of another owner has no name that says whose a capture is', () => {
  expect(listNamesOf('token ci', [{ name: 'ci', owner: 'ann' }])).toEqual([])
})
