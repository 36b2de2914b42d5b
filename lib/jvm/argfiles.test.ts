import { describe, expect, test } from 'vitest'
import { expandArgfiles, splitArgfile } from './argfiles.ts'
import { parseJavaCommandLine } from './command-line.ts'

const files: Record<string, string> = {
  options: '-Xmx1g # the heap\n-Dname="a \\"b\\" c"\n  -cp "one.jar:\\\n     two.jar"',
  all: '-Xmx1g\ncom.acme.Shop @not-here',
  'class-path': '/app/shop.jar:/app/lib/*',
  'main-class': 'com.acme.Shop',
  dangling: '-Xmx1g -cp',
  off: '--disable-@files -Xmx1g',
}
const expand = (...argv: string[]) => expandArgfiles(argv, (path) => files[path] ?? null)
const read = (...argv: string[]) => expand(...argv).args.flat()

test('are put in place, with comments, quotes and continued lines', () => {
  expect(read('@options', 'Shop')).toEqual(['-Xmx1g', '-Dname=a "b" c', '-cp', 'one.jar:two.jar', 'Shop'])
})

test('give an option its value, and the flags and the main class after it count', () => {
  const { args, isComplete } = expand(
    '-cp',
    '@class-path',
    '@options',
    '-Xint',
    '@main-class',
    '/var/shop/',
    '@options',
  )
  const { options, main, mainArguments } = parseJavaCommandLine(args.flat(), isComplete)
  expect([main, mainArguments]).toEqual(['com.acme.Shop', ['/var/shop/', '@options']])
  expect(options).toEqual(expect.arrayContaining(['/app/shop.jar:/app/lib/*', '-Xmx1g', '-Xint']))
  expect(read('@dangling', '@class-path', '@main-class', '@options').slice(-2)).toEqual(['com.acme.Shop', '@options'])
})

test('are left alone after the main class, wherever that stands', () => {
  expect(read('Shop', '@options')).toEqual(['Shop', '@options'])
  expect(read('-jar', 'shop.jar', '@options')).toEqual(['-jar', 'shop.jar', '@options'])
  expect(read('@all', '@options')).toEqual(['-Xmx1g', 'com.acme.Shop', '@not-here', '@options'])
})

test('are switched off by an option, also by one in a file, and escaped by a second @', () => {
  expect(read('--disable-@files', '@options', 'Shop')).toEqual(['--disable-@files', '@options', 'Shop'])
  expect(read('@off', '@options', 'Shop')).toEqual(['--disable-@files', '-Xmx1g', '@options', 'Shop'])
  expect(read('-cp', '@@options', '-jar', '@@all', '@x')).toEqual(['-cp', '@options', '-jar', '@all', '@x'])
  expect(parseJavaCommandLine(['-cp', '@options', '-jar', '@all', '@x'], true).main).toBe('@all')
})

test('that cannot be read stay, and it is said', () => {
  expect(expand('-cp', '@missing', 'Shop')).toEqual({
    args: [['-cp'], ['@missing'], ['Shop']],
    namesFiles: true,
    isComplete: false,
  })
  expect(expand('Shop', '@missing')).toMatchObject({ namesFiles: false, isComplete: true })
})

describe('the words of a file', () => {
  test.each([
    ['a\\ b', ['a\\', 'b']],
    ['\'a b\'"c d"e', ['a bc de']],
    ['"open  \n b', ['open  ', 'b']],
    ['"" a ""', ['', 'a']],
    ['dropped#comment\nb', ['b']],
    ['"kept"dropped#comment\nb', ['keptb']],
    ['"a\\tb\\\r\n  c\\q"', ['a\tbcq']],
    ['"cut\\', []],
    ['a\u00a0b', ['a\u00a0b']],
  ])('%j', (text, args) => expect(splitArgfile(text)).toEqual(args))
})
