import { expect, test } from 'vitest'
import { formatAction, formatDetails } from './audit-labels.ts'

test('a record reads as words, with names before ids', () => {
  expect(formatAction('makeSignInLink')).toBe('Make sign in link')
  expect(formatDetails({ id: 'f0', name: 'nightly', scopes: 'read' })).toBe('name nightly · scopes read · id f0')
})
