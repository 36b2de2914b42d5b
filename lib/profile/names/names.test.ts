import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { shortName, simpleName } from './names.ts'

/** All different forms of a name, from the widest to the narrowest box. */
function formsOf(name: string): string[] {
  const forms: string[] = []
  for (let chars = name.length; chars >= 3; chars--) {
    const form = shortName(name, chars)
    if (form !== forms.at(-1)) forms.push(form)
  }
  return forms
}

describe('shortName', () => {
  test('gives up parameters first, then packages letter by letter, then the class, the method last', () => {
    expect(formsOf('com.acme.shop.Cart.total(int)')).toEqual([
      'com.acme.shop.Cart.total(int)',
      'com.acme.shop.Cart.total',
      'c.acme.shop.Cart.total',
      'c.a.shop.Cart.total',
      'c.a.s.Cart.total',
      'Cart.total',
      'total',
      'tot…',
      'to…',
    ])
    expect(shortName('com.acme.Cart.total', 2)).toBe('')
  })

  test('leaves no half of a surrogate pair', () => {
    expect(shortName('a🔥🔥🔥', 5)).toBe('a🔥…')
  })

  test('gives up the outer class before the inner one, and what the compiler added to a lambda before the method', () => {
    expect(formsOf('acme.Cart$Line.lambda$total$0').slice(1, -4)).toEqual([
      'a.Cart$Line.lambda$total$0',
      'Cart$Line.lambda$total$0',
      'Line.lambda$total$0',
      'Line.total$0',
      'total$0',
    ])
    expect(shortName('com.acme.CartKt.total$lambda$0', 14)).toBe('CartKt.total$0')
    expect(shortName('com.acme.Cart$$Lambda.get', 19)).toBe('Cart$$Lambda.get')
    expect(shortName('com.acme.OrderService$$SpringCGLIB.save', 31)).toBe('OrderService$$SpringCGLIB.save')
    expect(shortName('com.acme.Cart$1.run', 10)).toBe('Cart$1.run')
  })

  test('knows names of C++, of the kernel and with slashes', () => {
    expect(shortName('JavaCalls::call_helper(JavaValue*, methodHandle const&)', 30)).toBe('JavaCalls::call_helper')
    expect(shortName('JavaCalls::call_helper(JavaValue*, methodHandle const&)', 12)).toBe('call_helper')
    expect(shortName('entry_SYSCALL_64_after_hwframe', 10)).toBe('entry_SYS…')
    expect(shortName('java/util/HashMap.getNode', 20)).toBe('j.u.HashMap.getNode')
  })

  test('keeps the function of C++ with templates, operators and namespaces without a name', () => {
    const vector = 'std::vector<std::pair<int, long>, std::allocator<int> >::push_back(std::pair<int, long> const&)'
    expect(shortName(vector, 30)).toBe('std::vector<…>::push_back')
    expect(shortName(vector, 21)).toBe('vector<…>::push_back')
    expect(shortName(vector, 12)).toBe('push_back')
    expect(shortName('void G1ParCopyClosure<(G1Barrier)0, true>::do_oop(oopDesc**)', 30)).toBe(
      'G1ParCopyClosure<…>::do_oop',
    )
    expect(shortName('(anonymous namespace)::Reader::next(char const*)', 40)).toBe(
      '(anonymous namespace)::Reader::next',
    )
    expect(shortName('Compare::operator()(int, int) const', 25)).toBe('Compare::operator()')
    expect(shortName('Stream::operator<<(char const*)', 20)).toBe('Stream::operator<<')
    expect(shortName('run::{lambda(int)#1}::operator()(int) const', 40)).toBe('run::{lambda(int)#1}::operator()')
  })

  test('takes nothing apart that only has dots in it', () => {
    expect(shortName('http-nio-127.0.0.1-8080-exec-1', 12)).toBe('http-nio-12…')
    expect(shortName('org.apache.catalina (collapsed)', 19)).toBe('org.apache.catalina')
  })

  test.each([
    '',
    '.',
    '...',
    '(a)',
    '::',
    '[unknown]',
    '__proto__',
    'a.b.',
    '\u{1f525}.\u{1f525}.c.dd',
    'a<b<c(',
    'A::>(',
  ])('never gives more than fits: %s', (name) => {
    for (let chars = 0; chars < 12; chars++) expect(shortName(name, chars).length).toBeLessThanOrEqual(chars)
  })

  test('law: says something in every box of three characters, and never more than fits', () => {
    const part = fc.stringMatching(/^[a-zA-Z$<>():.\s/]{0,12}$/)
    fc.assert(
      fc.property(fc.array(part, { minLength: 1, maxLength: 5 }), fc.integer({ min: 3, max: 40 }), (parts, chars) => {
        const name = parts.join('.')
        const form = shortName(name, chars)
        expect(form.length).toBeLessThanOrEqual(chars)
        if (name !== '') expect(form).not.toBe('')
      }),
      { seed: 31, numRuns: 2000 },
    )
  })
})

describe('simpleName', () => {
  test.each([
    ['com.acme.shop.Cart.total(int)', 'Cart.total'],
    ['com.acme.shop.Cart$Line.<init>', 'Cart$Line.<init>'],
    ['java/util/HashMap.getNode', 'HashMap.getNode'],
    ['jdk.proxy.$Proxy.invoke', '$Proxy.invoke'],
    ['Main.main', 'Main.main'],
    ['JavaCalls::call_helper(JavaValue*)', 'JavaCalls::call_helper'],
    ['os::Linux::manual_signal(int)', 'Linux::manual_signal'],
    ['java.lang.String', 'String'],
    ['libc.so.6', 'libc.so.6'],
    ['tcp_sendmsg.isra.0', 'tcp_sendmsg.isra.0'],
    ['__x64_sys_futex', '__x64_sys_futex'],
    ['[unknown]', '[unknown]'],
    ['org.apache.catalina (collapsed)', 'org.apache.catalina (collapsed)'],
    ['Spring', 'Spring'],
    ['http-nio-8080-exec-#', 'http-nio-8080-exec-#'],
    ['', ''],
  ])('of %s is %s', (name, simple) => {
    expect(simpleName(name)).toBe(simple)
  })
})
