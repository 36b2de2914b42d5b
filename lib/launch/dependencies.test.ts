import { expect, test } from 'vitest'
import { matchesLock } from './dependencies.mjs'

const lock = {
  '': { version: '0.1.0' },
  'node_modules/next': { version: '16.4.5' },
  'node_modules/next-for-macs': { version: '16.4.5', optional: true },
}

test('a tree with everything but packages for other machines is complete', () => {
  expect(matchesLock(lock, { 'node_modules/next': { version: '16.4.5' } })).toBe(true)
})

test('a missing package, an older one and an older optional one each ask for npm ci', () => {
  expect(matchesLock(lock, {})).toBe(false)
  expect(matchesLock(lock, { 'node_modules/next': { version: '16.4.4' } })).toBe(false)
  const oldOptional = {
    'node_modules/next': { version: '16.4.5' },
    'node_modules/next-for-macs': { version: '16.4.4' },
  }
  expect(matchesLock(lock, oldOptional)).toBe(false)
})
