import { expect, it } from 'vitest'
import { describeHidden, formatExpiry, formatHidden } from './share-labels.ts'

const nothing = { keepPackages: null, threads: false, places: false }

it.each([
  [{ ...nothing, keepPackages: [] }, 'without methods'],
  [{ ...nothing, threads: true }, 'without threads'],
  [{ ...nothing, keepPackages: [], places: true }, 'without methods, where it ran'],
  [{ keepPackages: [], threads: true, places: true }, 'without methods, threads, where it ran'],
])('says of a link that hides %j: %s', (redaction, text) => {
  expect(formatHidden(redaction)).toBe(text)
})

it('says which packages keep their names, and that notes are hidden, too', () => {
  expect(describeHidden({ ...nothing, keepPackages: ['com.acme', 'org.apache'], places: true })).toBe(
    'Hides method names, except of com.acme, org.apache and the JDK, where it ran, notes',
  )
})

it('says the hour at which a link ends, in UTC', () => {
  expect(formatExpiry({ expiresAt: Date.UTC(2026, 11, 1, 15, 40) })).toBe('expires 2026-12-01 15:40 UTC')
})
