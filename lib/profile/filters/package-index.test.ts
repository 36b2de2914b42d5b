import { expect, test } from 'vitest'
import { isLibraryName } from './own-packages.ts'
import { createPackageIndex } from './package-index.ts'

const index = createPackageIndex([
  ['org.springframework', 'spring'],
  ['org.springframework.cglib', 'reflection'],
  ['rx', 'reactor'],
])

test.each([
  ['org.springframework.web.Foo.bar', 'spring'],
  ['org.springframework.Foo.bar', 'spring'],
  ['org/springframework/cglib/Foo.bar', 'reflection'],
  ['rx.Observable.subscribe', 'reactor'],
  ['org.springframework', null],
  ['org.springframeworks.Foo.bar', null],
  ['rx', null],
  ['.rx.a', null],
  ['', null],
  ['/usr/lib/libc.so.6', null],
])('the nearest package around %s has %s', (name, value) => {
  expect(index.find(name)).toBe(value)
})

test('libraries are distinguished from programs', () => {
  const libraries = [
    'java.util.HashMap.get',
    'com.fasterxml.jackson.Foo.bar',
    'org.apache.kafka.Foo.bar',
    'com.acme.A$$SpringCGLIB.b',
  ]
  const programs = ['com.acme.Cart.total', 'Main.main', 'shop.Shop.main', 'com.javafans.Cart.total', '']
  expect(libraries.filter((name) => !isLibraryName(name))).toEqual([])
  expect(programs.filter(isLibraryName)).toEqual([])
})
