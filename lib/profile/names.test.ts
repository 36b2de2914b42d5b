import { describe, expect, test } from 'vitest'
import { shortName } from './names.ts'

describe('shortName', () => {
  test('gives up parameters first, then packages letter by letter, then the class, the method last', () => {
    const name = 'com.acme.shop.Cart.total(int)'
    expect([29, 28, 23, 15, 9, 4, 3, 2].map((chars) => shortName(name, chars))).toEqual([
      'com.acme.shop.Cart.total(int)',
      'com.acme.shop.Cart.total',
      'c.a.s.Cart.total',
      'Cart.total',
      'total',
      'tot…',
      'to…',
      '',
    ])
  })

  test('knows names of C++, of the kernel and with slashes', () => {
    expect(shortName('JavaCalls::call_helper(JavaValue*, methodHandle const&)', 30)).toBe('JavaCalls::call_helper')
    expect(shortName('JavaCalls::call_helper(JavaValue*, methodHandle const&)', 12)).toBe('call_helper')
    expect(shortName('entry_SYSCALL_64_after_hwframe', 10)).toBe('entry_SYS…')
    expect(shortName('java/util/HashMap.getNode', 20)).toBe('j.u.HashMap.getNode')
  })

  test.each(['', '.', '...', '(a)', '::', '[unknown]', '__proto__', 'a.b.', '\u{1f525}.\u{1f525}.c.dd'])(
    'never gives more than fits: %s',
    (name) => {
      for (let chars = 0; chars < 12; chars++) expect(shortName(name, chars).length).toBeLessThanOrEqual(chars)
    },
  )
})
