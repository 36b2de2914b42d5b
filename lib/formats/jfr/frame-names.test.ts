import { describe, expect, it } from 'vitest'
import { readClassFrame, readJfrFrame } from './frame-names.ts'

const method = (owner: string, name: string, descriptor = '()V') => ({ owner, method: name, descriptor })

describe('readJfrFrame', () => {
  it.each([
    ['com/acme/Foo', 'bar', 'com.acme.Foo.bar'],
    ['Load', 'fib', 'Load.fib'],
    ['tiny', 'run', 'tiny.run'],
    ['com/acme/Foo$Inner', '<init>', 'com.acme.Foo$Inner.<init>'],
    ['com/acme/Spec', 'adds two numbers', 'com.acme.Spec.adds two numbers'],
    ['Load$$Lambda$14+0x0000000800c03000/1234567', 'run', 'Load$$Lambda.run'],
    ['Load$$Lambda+0x00007f8177090218/543846639', 'run', 'Load$$Lambda.run'],
    ['Load$$Lambda/0x0000000021072348', 'run', 'Load$$Lambda.run'],
    ['Load$$Lambda$1.0x00007fdc10011000', 'run', 'Load$$Lambda.run'],
    ['java/lang/invoke/LambdaForm$MH/0x00000000220c0400', 'invoke', 'java.lang.invoke.LambdaForm$MH.invoke'],
    ['jdk/proxy2/$Proxy17', 'call', 'jdk.proxy.$Proxy.call'],
  ])('spells %s %s as %s, and keeps the raw name', (owner, name, expected) => {
    const frame = readJfrFrame(method(owner, name, '(I)J'), 'Interpreted', 'jdk')
    expect(frame).toMatchObject({ name: expected, raw: `${owner}.${name}(I)J`, kind: 'java', tier: 'interpreted' })
  })

  it.each([
    ['jdk', 'Interpreted', 'interpreted'],
    ['jdk', 'Inlined', 'inlined'],
    ['jdk', 'JIT compiled', 'unknown'],
    ['jdk', 'Native', 'unknown'],
    ['async-profiler', 'JIT compiled', 'c2'],
    ['async-profiler', 'C1 compiled', 'c1'],
    ['async-profiler', 'Inlined', 'inlined'],
  ] as const)('of %s, takes %s for %s', (writer, type, tier) => {
    expect(readJfrFrame(method('a/B', 'c'), type, writer)).toMatchObject({ name: 'a.B.c', kind: 'java', tier })
  })

  it.each([
    ['Native', 'libc.so.6', '__write', 'native'],
    ['Native', 'libjvm.so', 'JVM_Sleep', 'vm'],
    ['Native', '', 'itable stub', 'vm'],
    ['C++', 'libjvm.so', 'Monitor::wait', 'vm'],
    ['C++', 'librocksdb.so', 'rocksdb::Get', 'native'],
    ['C++', '', 'Parse::do_call', 'vm'],
    ['C++', '', 'std::sort', 'native'],
    ['Kernel', '', 'do_syscall_64', 'kernel'],
  ] as const)('takes async-profiler’s %s of %s for what it is', (type, module, name, kind) => {
    expect(readJfrFrame(method(module, name, ''), type, 'async-profiler')).toMatchObject({
      ...{ name, module, kind, tier: 'unknown', isNamed: true },
    })
  })

  it('knows the JDK’s Native for a Java method', () => {
    expect(readJfrFrame(method('java/lang/Object', 'wait0'), 'Native', 'jdk').kind).toBe('java')
  })

  it('says what has no name', () => {
    expect(readJfrFrame(method('', '[unknown_Java]', ''), 'Native', 'async-profiler')).toMatchObject({
      ...{ name: '[unknown Java]', kind: 'java', isNamed: false },
    })
    expect(readJfrFrame(method('libz.so', '', ''), 'Native', 'async-profiler')).toMatchObject({
      ...{ name: '[libz.so]', kind: 'unknown', isNamed: false },
    })
  })
})

describe('readClassFrame', () => {
  it.each([
    ['[B', 'byte[]'],
    ['[[J', 'long[][]'],
    ['[Ljava/lang/String;', 'java.lang.String[]'],
    ['java/util/concurrent/locks/ReentrantLock$NonfairSync', 'java.util.concurrent.locks.ReentrantLock$NonfairSync'],
    ['Load$$Lambda+0x00007f8177090218/543846639', 'Load$$Lambda'],
    ['Plain', 'Plain'],
  ])('spells %s as %s', (symbol, name) => {
    expect(readClassFrame(symbol)).toMatchObject({ name, raw: symbol, kind: 'java', tier: 'unknown' })
  })
})
