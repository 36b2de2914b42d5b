import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createViewStore } from './view-store.ts'

/** As much of a browser's history as the store touches. */
function fakeBrowser(query: string) {
  const entries = [{ url: `/profiles/1${query}`, state: null as unknown }]
  let currentNode = 0
  const listeners = new Set<() => void>()
  const parsed = () => new URL(entries[currentNode]!.url, 'http://127.0.0.1')
  vi.stubGlobal('location', {
    get pathname() {
      return parsed().pathname
    },
    get search() {
      return parsed().search
    },
    get hash() {
      return parsed().hash
    },
  })
  vi.stubGlobal('history', {
    get state() {
      return entries[currentNode]!.state
    },
    pushState(state: unknown, _: string, url: string) {
      entries.splice(++currentNode, Infinity, { url, state })
    },
    replaceState(state: unknown, _: string, url: string) {
      entries[currentNode] = { url, state }
    },
    back() {
      currentNode--
      for (const listener of listeners) listener()
    },
  })
  vi.stubGlobal('addEventListener', (_: string, listener: () => void) => listeners.add(listener))
  vi.stubGlobal('removeEventListener', (_: string, listener: () => void) => listeners.delete(listener))
  return { urls: () => entries.map(({ url }) => url) }
}

describe('the view in the address', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => {
    vi.useRealTimers()
    vi.unstubAllGlobals()
  })

  it('makes a step for a zoom, which Back undoes', () => {
    const browser = fakeBrowser('?q=json')
    const store = createViewStore('q=json')
    store.follow()
    store.change({ zoom: ['abcde'] }, 'push')
    expect(browser.urls()).toEqual(['/profiles/1?q=json', '/profiles/1?zoom=abcde&q=json'])
    expect(store.back()).toBe(true)
    expect(store.view().zoom).toEqual([])
    expect(store.view().search).toBe('json')
  })

  it('puts the address of a step back when a router has written over it', () => {
    const browser = fakeBrowser('')
    const store = createViewStore('')
    store.follow()
    store.change({ zoom: ['abcde'] }, 'push')
    history.replaceState(null, '', '/profiles/1')
    vi.advanceTimersByTime(1000)
    expect(browser.urls()).toEqual(['/profiles/1', '/profiles/1?zoom=abcde'])
  })

  it('leaves the state of others in an entry, and the address of the next page, alone', () => {
    const browser = fakeBrowser('')
    history.replaceState({ ofRouter: 1 }, '', '/profiles/1')
    const store = createViewStore('')
    const stop = store.follow()
    store.change({ zoom: ['abcde'] }, 'push')
    expect(history.state).toEqual({ ofRouter: 1, hearthSteps: 1 })
    store.change({ search: 'json' }, 'replace')
    history.pushState(null, '', '/profiles')
    stop()
    vi.advanceTimersByTime(1000)
    expect(browser.urls().at(-1)).toBe('/profiles')
  })

  it('keeps what is compared with', () => {
    const browser = fakeBrowser('?baseline=9&q=json')
    const store = createViewStore('baseline=9&q=json')
    store.follow()
    store.change({ invert: true }, 'push')
    store.change({ invert: false, search: '' }, 'push')
    expect(browser.urls().slice(1)).toEqual(['/profiles/1?baseline=9&invert=1&q=json', '/profiles/1?baseline=9'])
  })

  it('makes no step for typing, and writes the address when the typing rests', () => {
    const browser = fakeBrowser('')
    const store = createViewStore('')
    store.follow()
    for (const search of ['j', 'js', 'json']) store.change({ search }, 'replace')
    expect(store.view().search).toBe('json')
    expect(browser.urls()).toEqual(['/profiles/1'])
    vi.advanceTimersByTime(1000)
    expect(browser.urls()).toEqual(['/profiles/1?q=json'])
  })

  it('keeps what was typed in the view that Back returns to', () => {
    const browser = fakeBrowser('')
    const store = createViewStore('')
    store.follow()
    store.change({ search: 'json' }, 'replace')
    store.change({ zoom: ['abcde'] }, 'push')
    expect(browser.urls()).toEqual(['/profiles/1?q=json', '/profiles/1?zoom=abcde&q=json'])
  })

  it('does not go back to the page before', () => {
    fakeBrowser('')
    expect(createViewStore('').back()).toBe(false)
  })

  it('takes the address over a query that Next kept from before', () => {
    fakeBrowser('?q=new')
    const store = createViewStore('q=old')
    store.follow()
    expect(store.view().search).toBe('new')
  })

  it('keeps the parts that did not change as the same objects', () => {
    fakeBrowser('')
    const store = createViewStore('zoom=abcde&f=hide:x')
    const { zoom, filters } = store.view()
    store.change({ search: 'json' }, 'replace')
    expect(store.view().zoom).toBe(zoom)
    expect(store.view().filters).toBe(filters)
  })
})
