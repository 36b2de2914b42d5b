import { expect, test } from 'vitest'
import { validateTemplate, createSourceLink } from './source-link.ts'

test.each([
  ['https://git.example/src/{path}', 'com.acme.Cart.total', 'https://git.example/src/com/acme/Cart.java'],
  ['https://git.example/src/{path}', 'com.acme.Cart$Line.lambda$total', 'https://git.example/src/com/acme/Cart.java'],
  ['idea://open?file={file}', 'Main.main', 'idea://open?file=Main.java'],
  ['https://s.example/?q={class}+{method}', 'com/acme/Cart.total(I)V', 'https://s.example/?q=com.acme.Cart+total'],
  ['https://s.example/{package}', 'com.acme.Cart.total', 'https://s.example/com.acme'],
])('%s leads from %s to %s', (template, name, link) => {
  expect(createSourceLink(template, 'java', name)).toBe(link)
})

test('leads to a line, and to the first where none is known', () => {
  const template = 'https://git.example/src/{path}#L{line}'
  expect(createSourceLink(template, 'java', 'com.acme.Cart.total', 42)).toBe(
    'https://git.example/src/com/acme/Cart.java#L42',
  )
  expect(createSourceLink(template, 'java', 'com.acme.Cart.total')).toContain('#L1')
  expect(validateTemplate('https://git.example/{line}')).toContain('{path}')
})

test('a name cannot leave its place in the address', () => {
  expect(createSourceLink('https://git.example/{path}', 'java', 'a..b.C"><x.m')).toBe(
    'https://git.example/a//b/C%22%3E%3Cx.java',
  )
  expect(createSourceLink('https://git.example/?q={class}', 'java', 'a&b=c.D#e.m')).toBe(
    'https://git.example/?q=a%26b%3Dc.D%23e',
  )
})

test('leads nowhere for what is not Java, has no class, or with a template that is none', () => {
  expect(createSourceLink('https://git.example/{path}', 'native', 'com.acme.Cart.total')).toBeNull()
  expect(createSourceLink('https://git.example/{path}', 'java', 'Interpreter')).toBeNull()
  expect(createSourceLink('javascript:alert("{class}")', 'java', 'com.acme.Cart.total')).toBeNull()
  expect(validateTemplate('data:text/html,{class}')).toContain('https:')
  expect(validateTemplate('https://git.example/')).toContain('{path}')
})
