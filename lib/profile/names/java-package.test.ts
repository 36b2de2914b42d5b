import { expect, test } from 'vitest'
import { isInPackage, packageOfName } from './java-package.ts'

test.each([
  ['com.acme.shop.Cart.total', 'com.acme.shop'],
  ['com/acme/shop/Cart$Line.total', 'com.acme.shop'],
  ['com.acme.shop.Cart.total(int, java.lang.String)', 'com.acme.shop'],
  ['kotlin.collections.CollectionsKt.map', 'kotlin.collections'],
  ['a.b.c.d', 'a.b'],
  ['jdk.proxy.$Proxy.run', 'jdk.proxy'],
  ['Load.sort', ''],
  ['main', ''],
  ['', ''],
  ['std::vector::push_back', ''],
  ['[libjvm.so]', ''],
  ['StubRoutines (1)', ''],
])('the package of %s is %s', (name, expected) => {
  expect(packageOfName(name)).toBe(expected)
})

test('a package has what is below it, and nothing that only begins alike', () => {
  expect(isInPackage('com.acme.shop.Cart.total', 'com.acme')).toBe(true)
  expect(isInPackage('com/acme/shop/Cart.total', 'com.acme')).toBe(true)
  expect(isInPackage('com.acmeshop.Cart.total', 'com.acme')).toBe(false)
  expect(isInPackage('com.acme', 'com.acme')).toBe(false)
  expect(isInPackage('com.acme.Cart.total', '')).toBe(false)
})
