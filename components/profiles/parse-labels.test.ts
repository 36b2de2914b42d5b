import { expect, it } from 'vitest'
import { parseLabels } from './edit-profile.tsx'

it('reads labels as people write them', () => {
  expect(parseLabels(' slow, after 1.4 ,,slow ,')).toEqual(['slow', 'after 1.4'])
  expect(parseLabels('  ')).toEqual([])
})
