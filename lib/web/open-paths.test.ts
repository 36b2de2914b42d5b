import { expect, test } from 'vitest'
import { isEmbedPage, isOpenToAll, signInPath } from './guard.ts'

test.each([
  ['/', false],
  ['/profiles', false],
  ['/profiles/0123?search=a', false],
  ['/settings', false],
  ['/sign-in/x', false],
  ['/s', false],
  ['/profiles/a.svg', false],
  ['/sign-in', true],
  ['/sign-in?next=%2F', true],
  ['/s/token', true],
  ['/s/token/preview.png', true],
  ['/embed/token', true],
  ['/embed', false],
  ['/icon.svg?icon.1', true],
  ['/_next/static/chunks/a.js', true],
  ['/api/v1/targets', true],
])('%s is open to strangers: %s', (url, isOpen) => {
  expect(isOpenToAll(url)).toBe(isOpen)
})

test('a stranger comes back to what was asked for', () => {
  expect(signInPath('/')).toBe('/sign-in')
  expect(signInPath('/?_rsc=1x2')).toBe('/sign-in')
  expect(signInPath('/profiles/1?zoom=a%2Fb&_rsc=1')).toBe(
    `/sign-in?next=${encodeURIComponent('/profiles/1?zoom=a%2Fb')}`,
  )
})

test('only the page of a share can stand in a frame', () => {
  for (const page of ['/embed/abc-_1?tab=table', '/embed/a.b']) expect([page, isEmbedPage(page)]).toEqual([page, true])
  for (const other of ['/embed/', '/embed/a/b', '/s/abc', '/', '/api/v1/shared/abc', '/profiles/1', '/xembed/a'])
    expect([other, isEmbedPage(other)]).toEqual([other, false])
})
