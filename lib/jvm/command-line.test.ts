import { describe, expect, test } from 'vitest'
import {
  booleanFlag,
  collectorFlag,
  isAttachDisabled,
  maxHeapOf,
  nameOfMain,
  parseJavaCommandLine,
  splitArguments,
} from './command-line.ts'

const mainOf = (line: string) => parseJavaCommandLine(line.split(' ')).main

describe('the main class of a command line', () => {
  test.each([
    ['-Xmx1g com.acme.Shop --port 80', 'com.acme.Shop'],
    ['-cp a.jar:b.jar com.acme.Shop', 'com.acme.Shop'],
    ['--class-path a.jar -Dx=y com.acme.Shop', 'com.acme.Shop'],
    ['--class-path=a.jar com.acme.Shop', 'com.acme.Shop'],
    ['-Xmx1g -jar /opt/shop.jar -cp x', '/opt/shop.jar'],
    ['-p mods --add-modules ALL-SYSTEM -m shop.app/com.acme.Shop', 'com.acme.Shop'],
    ['--module=shop.app/com.acme.Shop arg', 'com.acme.Shop'],
    ['--module shop.app', 'shop.app'],
    ['--add-opens java.base/java.lang=ALL-UNNAMED com.acme.Shop', 'com.acme.Shop'],
    ['--source 17 Shop.java', 'Shop.java'],
    ['-version', null],
    ['-jar', null],
    ['-jar -Xmx1g /opt/shop.jar x', '/opt/shop.jar'],
    ['-cp @a com.acme.Shop', 'com.acme.Shop'],
  ])('%s', (line, main) => expect(mainOf(line)).toBe(main))

  test('options end where the main class begins', () => {
    const { options, mainArguments } = parseJavaCommandLine([
      '-Xmx1g',
      '-cp',
      'x',
      'Shop',
      '-XX:+DisableAttachMechanism',
    ])
    expect(options).toEqual(['-Xmx1g', '-cp', 'x'])
    expect(mainArguments).toEqual(['-XX:+DisableAttachMechanism'])
  })

  test('is called as people call it', () => {
    expect(['/opt/app/shop.jar', 'com/acme/Shop', 'com.acme.Shop', 'src/Shop.java'].map(nameOfMain)).toEqual([
      'shop.jar',
      'com.acme.Shop',
      'com.acme.Shop',
      'Shop.java',
    ])
  })
})

describe('flags', () => {
  test('the last one wins', () => {
    const options = ['-XX:+PreserveFramePointer', '-XX:-PreserveFramePointer']
    expect(booleanFlag(options, 'PreserveFramePointer')).toBe(false)
    expect(booleanFlag(options.toReversed(), 'PreserveFramePointer')).toBe(true)
    expect(booleanFlag([], 'PreserveFramePointer')).toBe(null)
    expect(isAttachDisabled(['-XX:+DisableAttachMechanism', '-XX:-DisableAttachMechanism'])).toBe(false)
  })

  test.each([
    [['-Xmx512m'], 512 * 2 ** 20],
    [['-Xmx1G', '-Xmx2g'], 2 * 2 ** 30],
    [['-XX:MaxHeapSize=1048576'], 1048576],
    [['-Xms1g', '-Xmx'], null],
  ])('the heap limit of %j is %s', (options, bytes) => expect(maxHeapOf(options)).toBe(bytes))

  test.each([
    [['-XX:+UseZGC'], 'ZGC'],
    [['-XX:+UseParallelGC', '-XX:+UseG1GC'], 'G1'],
    [['-XX:+UseConcMarkSweepGC'], 'CMS'],
    [['-XX:+UseFooGC', '-XX:+UseNUMA', '-XX:+UsetoStringGC'], null],
  ])('the collector of %j is %s', (options, collector) => expect(collectorFlag(options)).toBe(collector))

  test('JAVA_TOOL_OPTIONS is split at blanks, but not within quotes', () => {
    expect(splitArguments(` -Xmx1g  "-Dname=a b" -Dx='c d'`)).toEqual(['-Xmx1g', '-Dname=a b', '-Dx=c d'])
  })
})
