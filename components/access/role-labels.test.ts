import { expect, test } from 'vitest'
import { describeRole, listRolesWith } from './role-labels.ts'

test('says who has a right, from the table of roles', () => {
  expect(listRolesWith('capture')).toBe('members and owners')
  expect(listRolesWith('admin')).toBe('owners')
})

test('says of each role all that it may', () => {
  expect(describeRole('viewer')).toBe('Viewer: sees everything, but does not capture, share or change anything')
  expect(describeRole('member')).toBe('Member: profiles, imports, keeps, notes and shares')
  expect(describeRole('owner')).toBe(
    'Owner: profiles, imports, keeps, notes and shares, and decides about people, tokens, webhooks and retention',
  )
})
