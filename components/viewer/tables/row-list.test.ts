import { expect, test } from 'vitest'
import { getRowAfterKey } from './row-list.tsx'

test('arrows, pages and ends move within the list', () => {
  expect(getRowAfterKey('ArrowDown', 3, 10, 5)).toBe(4)
  expect(getRowAfterKey('ArrowUp', 3, 10, 5)).toBe(2)
  expect(getRowAfterKey('PageDown', 7, 10, 5)).toBe(9)
  expect(getRowAfterKey('PageUp', 2, 10, 5)).toBe(0)
  expect(getRowAfterKey('Home', 7, 10, 5)).toBe(0)
  expect(getRowAfterKey('End', 2, 10, 5)).toBe(9)
})

test('without an active row, they begin at an end', () => {
  expect(getRowAfterKey('ArrowDown', -1, 10, 5)).toBe(0)
  expect(getRowAfterKey('ArrowUp', -1, 10, 5)).toBe(9)
})

test('other keys, of Object.prototype too, are not for the list', () => {
  expect(getRowAfterKey('Enter', 1, 10, 5)).toBeNull()
  expect(getRowAfterKey('toString', 1, 10, 5)).toBeNull()
})
