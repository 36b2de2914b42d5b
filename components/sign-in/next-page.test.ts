import { expect, it } from 'vitest'
import { describeNextPage, findSignInCode, keepNextPage, safeNextPath, takeNextPage } from './next-page.ts'

const origin = 'http://127.0.0.1:7117'

it('goes where the person wanted to go', () => {
  expect(safeNextPath('/profiles/0123?zoom=a%2Fb#x', origin)).toBe('/profiles/0123?zoom=a%2Fb#x')
})

const elsewhere = [
  '',
  'profiles',
  'https://evil.example/',
  '//evil.example/',
  '/\\evil.example',
  '/\t/evil.example',
  'javascript:alert(1)',
  '/..//evil.example',
  '/sign-in?next=/sign-in',
]

it.each([null, ...elsewhere])('goes to the start page for %j', (next) => {
  expect(safeNextPath(next, origin)).toBe('/')
})

const code = 'a-_9'.repeat(10) + 'xyz'

it.each([
  ['', `#${code}`, code],
  ['', '#cut-short', 'cut-short'],
  ['?next=%2Fsettings', `#${code}`, code],
  ['?next=%2Fsettings', '#people', ''],
  ['?next=%2Fsettings', '', ''],
])('with %j, the hash %j has the code %j', (search, hash, found) => {
  expect(findSignInCode({ search, hash })).toBe(found)
})

function createStorage(): Storage {
  const items = new Map<string, string>()
  return {
    getItem: (name: string) => items.get(name) ?? null,
    setItem: (name: string, text: string) => void items.set(name, text),
    removeItem: (name: string) => void items.delete(name),
  } as Storage
}

it('keeps the page for the sign-in link that comes later, for a day, and gives it once', () => {
  const storage = createStorage()
  const dayMs = 86_400_000
  keepNextPage(storage, '/s/abc?zoom=a', 1000)
  expect(takeNextPage(storage, origin, 1000 + dayMs)).toBe('/s/abc?zoom=a')
  expect(takeNextPage(storage, origin, 1000 + dayMs)).toBe('/')
  keepNextPage(storage, '/s/abc', 1000)
  expect(takeNextPage(storage, origin, 1001 + dayMs)).toBe('/')
  expect(takeNextPage(storage, origin, 1000)).toBe('/')
})

it.each([...elsewhere.map((path) => JSON.stringify([5, path])), 'nonsense', '[5,"', '[5,{}]'])(
  'goes to the start page where %j was stored',
  (text) => {
    const storage = createStorage()
    keepNextPage(storage, '/s/abc', 5)
    const replaced = { ...storage, getItem: (name: string) => (storage.getItem(name) === null ? null : text) }
    expect(takeNextPage(replaced, origin, 6)).toBe('/')
    expect(takeNextPage(storage, origin, 6)).toBe('/')
  },
)

it('says that a profile waits behind the sign-in, where one does', () => {
  expect(describeNextPage('/s/abc')).toMatch(/^A profile was shared with you/)
  expect(describeNextPage('/profiles/82ba0327')).toMatch(/^This is the address of a profile/)
  for (const path of ['/', '/profiles', '/profiles?q=a', '/services/shop']) expect(describeNextPage(path)).toBe(null)
})
