import { expect, test } from 'vitest'
import { rowAfterKey } from './row-list.tsx'

test('arrows, pages and ends move within the list', () => {
  expect(rowAfterKey('ArrowDown', 3, 10, 5)).toBe(4)
  expect(rowAfterKey('ArrowUp', 3, 10, 5)).toBe(2)
  expect(rowAfterKey('PageDown', 7, 10, 5)).toBe(9)
  expect(rowAfterKey('PageUp', 2, 10, 5)).toBe(0)
  expect(rowAfterKey('Home', 7, 10, 5)).toBe(0)
  expect(rowAfterKey('End', 2, 10, 5)).toBe(9)
})

test('without an active row, they begin at an end', () => {
  expect(rowAfterKey('ArrowDown', -1, 10, 5)).toBe(0)
  expect(rowAfterKey('ArrowUp', -1, 10, 5)).toBe(9)
})

test('other keys, of Object.prototype too, are not for the list', () => {
  expect(rowAfterKey('Enter', 1, 10, 5)).toBeNull()
  expect(rowAfterKey('toString', 1, 10, 5)).toBeNull()
})
