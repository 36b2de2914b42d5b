import { describe, expect, it } from 'vitest'
import { canonicalJavaName, splitInlined } from './java-name.ts'

const spellings: readonly (readonly [canonical: string, ...raw: string[]])[] = [
  [
    'com.acme.Foo.bar',
    'long com.acme.Foo.bar(int)',
    'java.util.Map com.acme.Foo.bar(java.lang.String, int[])',
    'Lcom/acme/Foo;::bar',
    'Lcom/acme/Foo;::bar(I)J',
    'Lcom.acme.Foo;::bar',
    'com/acme/Foo::bar',
    'com/acme/Foo:::bar',
    'com/acme/Foo.bar',
    'com/acme/Foo.bar(Ljava/lang/String;I)V',
    'com.acme.Foo.bar',
    'com/acme/Foo.bar_[j]',
    'Lcom/acme/Foo;.bar',
    'Lcom/acme/Foo;.bar(I)J',
    'Lcom/acme/Foo:.bar',
    'com/acme/Foo:.bar_[j]',
  ],
  ['Load.fib', 'long Load.fib(int)', 'LLoad;::fib', 'LLoad;.fib', 'Load.fib'],
  ['com.acme.Foo.<init>', 'void com.acme.Foo.<init>(int)', 'Lcom/acme/Foo;::<init>', 'com/acme/Foo.<init>'],
  ['com.acme.FooTest.adds (a) and b', 'void com.acme.FooTest.adds (a) and b()'],
  ['com.acme.Größe.größer', 'void com.acme.Größe.größer()', 'com/acme/Größe.größer'],
  // what differs from run to run
  [
    'a.Shop$$Lambda$lambda$wrap$2.call',
    'a/Shop$$Lambda$lambda$wrap$2$2198.0x00007f10c.call',
    'a.Shop$$Lambda$lambda$wrap$2$31/0x8.call',
  ],
  [
    'com.acme.Foo$$Lambda.run',
    'void com.acme.Foo$$Lambda$14/0x0000000800c03000.run()',
    'void com.acme.Foo$$Lambda/0x00007f1c3c123456.run()',
    'void com.acme.Foo$$Lambda$3/1556956098.run()',
    'Lcom/acme/Foo$$Lambda$1/0x1234;::run',
    'com/acme/Foo$$Lambda$1.0x00007fdc00.run',
    'com/acme/Foo$$Lambda$1.run',
    'com.acme.Foo$$Lambda.0x00007fdc00.run',
    'void com.acme.Foo$$Lambda$1+<hidden>.run()',
  ],
  [
    'java.lang.invoke.LambdaForm$MH.invoke',
    'void java.lang.invoke.LambdaForm$MH/0x0000000800c0a400.invoke(java.lang.Object)',
    'java/lang/invoke/LambdaForm$MH.0x0000000800c0a400.invoke',
    'Ljava/lang/invoke/LambdaForm$MH/1234;::invoke',
  ],
  [
    'jdk.internal.reflect.GeneratedMethodAccessor.invoke',
    'java.lang.Object jdk.internal.reflect.GeneratedMethodAccessor12.invoke(java.lang.Object)',
    'jdk/internal/reflect/GeneratedMethodAccessor7.invoke',
  ],
  ['com.sun.proxy.$Proxy.get', 'int com.sun.proxy.$Proxy12.get()', 'com/sun/proxy/$Proxy3.get'],
  ['jdk.proxy.$Proxy.get', 'int jdk.proxy2.$Proxy12.get()', 'jdk/proxy1/$Proxy3.get'],
  ['a.Foo$$EnhancerBySpringCGLIB.bar', 'void a.Foo$$EnhancerBySpringCGLIB$$1a2b3c.bar()'],
  ['a.Foo$$SpringCGLIB.bar', 'void a.Foo$$SpringCGLIB$$0.bar()'],
  ['a.Foo$$SpringCGLIB.CGLIB$bar', 'void a.Foo$$SpringCGLIB$$0.CGLIB$bar$3()'],
  ['a.Foo$ByteBuddy.bar', 'void a.Foo$ByteBuddy$aB3xYz.bar()'],
  ['a.Foo$MockitoMock.bar', 'void a.Foo$MockitoMock$1234567.bar()'],
]

describe('canonicalJavaName', () => {
  it.each(spellings.flatMap(([canonical, ...raws]) => raws.map((raw) => [raw, canonical] as const)))(
    'reads %s as %s',
    (raw, canonical) => {
      expect(canonicalJavaName(raw)).toMatchObject({ name: canonical, isMethod: true })
    },
  )

  it.each([
    'Interpreter',
    'StubRoutines (1)',
    'I2C/C2I adapters',
    'vtable stub',
    'RuntimeStub - _new_instance_Java',
    'counter_overflow Runtime1 stub',
    'JavaCalls::call_helper',
    'std::vector<int>::push_back',
    'libc.so.6',
    'a.out',
    'GC_active',
    'foo.constprop.0',
    '__memset_avx2.part.0',
    '[libc.so.6]',
    '::',
    ').',
    '',
  ])('leaves %s alone, which is no method', (raw) => {
    expect(canonicalJavaName(raw)).toMatchObject({ name: raw, isMethod: false })
  })

  it('keeps names apart that only look like run numbers', () => {
    expect(canonicalJavaName('Foo.cafe').name).toBe('Foo.cafe')
    expect(canonicalJavaName('Foo$$Lambda.cafe').name).toBe('Foo$$Lambda.cafe')
    expect(canonicalJavaName('void a.Foo$1.run()').name).toBe('a.Foo$1.run')
    expect(canonicalJavaName('void a.Foo.lambda$main$0()').name).toBe('a.Foo.lambda$main$0')
  })

  it('reads the tier from async-profiler’s suffixes', () => {
    const tiers = ['_[0]', '_[1]', '_[i]', '_[j]'].map((suffix) => canonicalJavaName(`a/Foo.bar${suffix}`).tier)
    expect(tiers).toEqual(['interpreted', 'c1', 'inlined', 'unknown'])
  })

  it('gives the same for its own answer', () => {
    for (const [canonical] of spellings) expect(canonicalJavaName(`void ${canonical}()`).name).toBe(canonical)
  })
})

describe('splitInlined', () => {
  it('gives the parts of a chain, outermost first', () => {
    expect(splitInlined('LA;::a->LB;::b->LC;::c')).toEqual(['LA;::a', 'LB;::b', 'LC;::c'])
  })

  it('leaves a single name whole, and drops empty parts', () => {
    expect(splitInlined('long Load.fib(int)')).toEqual(['long Load.fib(int)'])
    expect(splitInlined('->a->')).toEqual(['a'])
  })
})
