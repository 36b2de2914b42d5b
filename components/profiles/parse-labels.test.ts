import { expect, it } from 'vitest'
import { parseLabels } from './edit-draft.ts'
import { findExcess, findLabelProblem } from './edit-profile.tsx'

it('reads labels as people write them', () => {
  expect(parseLabels(' slow, after 1.4 ,,slow ,')).toEqual(['slow', 'after 1.4'])
  expect(parseLabels('  ')).toEqual([])
})

it('names what is too long for the library, with its length', () => {
  expect(findExcess(`${'x'.repeat(200)}  `, 200)).toBeNull()
  expect(findExcess('x'.repeat(1231), 1200)).toBe('1,200 characters at most: it has 1,231.')
  expect(findLabelProblem(`slow, ${'x'.repeat(60)}`)).toBeNull()
  expect(findLabelProblem(`slow, ${'x'.repeat(61)}`)).toMatch(/^60 characters a label at most: “x+.*” has 61\.$/)
  expect(findLabelProblem(Array.from({ length: 21 }, (_, index) => index).join())).toBe(
    '20 labels at most: these are 21.',
  )
})
