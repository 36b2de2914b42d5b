import { expect, test } from 'vitest'
import { describeTop } from './top-method.ts'

test('the top of a profile whose leaves are classes is called a class only where it is one', () => {
  const isClassOf = (event: string, name: string) =>
    describeTop({ event, hotMethod: null, topMethod: { name, share: 0.1 } })?.isClass
  expect(isClassOf('alloc', 'java.util.HashMap$Node')).toBe(true)
  expect(isClassOf('lock', 'byte[]')).toBe(true)
  expect(isClassOf('alloc', 'shop.Main.run')).toBe(false)
  expect(isClassOf('lock', '__pthread_mutex_lock')).toBe(false)
  expect(isClassOf('cpu', 'java.util.HashMap$Node')).toBe(false)
})
