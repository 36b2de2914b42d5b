import { expect, test } from 'vitest'
import { isNamedByClass } from './is-named-by-class.ts'

const isClass = (service: string, container: string | null, more = {}) =>
  isNamedByClass({ service, container, mainClass: 'com.acme.Main', ...more })

test('a service of a container keeps the name of its image, project or workload', () => {
  for (const service of ['shop', 'hearth-demo/shop-slow', 'web/shop', 'clinic experiment/web', 'acme.shop'])
    expect([service, isClass(service, 'shop-1')]).toEqual([service, false])
})

test('a service that is a class, or may be one, is named by it', () => {
  expect(isClass('com.acme.Main', null)).toBe(true)
  expect(isClass('Main', null, { mainClass: 'Main' })).toBe(true)
  expect(isClass('/app/shop.jar', null)).toBe(true)
  expect(isClass('shop', 'shop-1', { jar: 'shop' })).toBe(true)
  expect(isClass('com/acme/Main', null, { mainClass: null })).toBe(true)
  expect(isClass('com.acme.Other', 'shop-1')).toBe(true)
  expect(isClass('com/acme/Main$Inner', 'shop-1')).toBe(true)
})
