import { expect, it } from 'vitest'
import { safeNextPath } from './sign-in-page.tsx'

const origin = 'http://127.0.0.1:7117'

it('goes where the person wanted to go', () => {
  expect(safeNextPath('/profiles/0123?zoom=a%2Fb#x', origin)).toBe('/profiles/0123?zoom=a%2Fb#x')
})

it.each([
  null,
  '',
  'profiles',
  'https://evil.example/',
  '//evil.example/',
  '/\\evil.example',
  '/\t/evil.example',
  'javascript:alert(1)',
  '/..//evil.example',
  '/sign-in?next=/sign-in',
])('goes to the start page for %j', (next) => {
  expect(safeNextPath(next, origin)).toBe('/')
})
