import { expect, test } from 'vitest'
import { Problem } from '../errors.ts'

test('what is not found says where all of its kind are listed, where anything lists them', () => {
  const remedyOf = (what: string) => new Problem('not-found', { what }).remedy
  expect(remedyOf('profile')).toContain('The page Profiles lists all of them, and so does `hearth profiles`.')
  expect(remedyOf('profile of run 3')).toContain('`hearth profiles`')
  expect(remedyOf('JVM')).toContain('`hearth list`')
  expect(remedyOf('shared profile')).toBe('It may have been deleted, or its id or link may be cut short.')
})
