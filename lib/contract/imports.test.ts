import { describe, expect, it } from 'vitest'
import { hostRule, refusal } from '../web/guard.ts'
import { defaultImportOptions, importPath } from './imports.ts'

describe('importPath', () => {
  it('has the service where there is one', () => {
    expect(importPath('a.folded', { ...defaultImportOptions, service: 'acme/shop & co' })).toBe(
      '/api/v1/imports/a.folded?counts=1&unit=samples&service=acme%2Fshop+%26+co',
    )
    expect(importPath('a.folded', defaultImportOptions)).toBe('/api/v1/imports/a.folded?counts=1&unit=samples')
  })

  const answersFor = hostRule(7117, '127.0.0.1', [])
  const head = {
    method: 'PUT',
    hosts: ['127.0.0.1:7117'],
    secFetchSite: 'same-origin',
    origin: 'http://127.0.0.1:7117',
    authorization: undefined,
  }
  const names = [
    'shop.perf.txt',
    'a b;c.folded',
    '..',
    '',
    '100%',
    'a/b\\c',
    'ü🔥',
    '\ud800',
    'x'.repeat(9000),
    '\0',
    '.hidden',
    "q?#&='",
  ]

  it.each(names)('passes the guard with %j, and stays one part of the path', (name) => {
    const url = importPath(name, defaultImportOptions)
    expect(refusal({ ...head, url }, answersFor)).toBeNull()
    expect(new URL(`http://host${url}`).pathname.split('/').length).toBe(5)
    expect(new URL(`http://host${url}`).search).toBe('?counts=1&unit=samples')
  })

  it('keeps what can be kept', () => {
    const { pathname } = new URL(`http://host${importPath('a b;ü.folded', defaultImportOptions)}`)
    expect(decodeURIComponent(pathname.split('/').at(-1)!)).toBe('a b;ü.folded')
  })
})
