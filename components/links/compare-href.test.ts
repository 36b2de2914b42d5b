import { describe, expect, test } from 'vitest'
import { createCompareHref, createComparisonHref, createProfileHref, createSwapHref } from './compare-href.ts'

describe('compareHref', () => {
  test('is the page of the later profile with the earlier one as its baseline', () => {
    expect(createCompareHref('p2', 'p1')).toBe('/profiles/p2?baseline=p1')
    expect(createCompareHref('p2', 'p1', 'mode=side&q=json')).toBe('/profiles/p2?baseline=p1&mode=side&q=json')
  })

  test('takes the place of a baseline that was there', () => {
    expect(createCompareHref('p2', 'p1', '?baseline=p0&q=json')).toBe('/profiles/p2?baseline=p1&q=json')
  })
})

describe('hrefOfPicked', () => {
  test('compares the later with the earlier, whichever was picked first', () => {
    const [early, late] = [
      { id: 'p1', createdAt: 1, event: 'cpu' },
      { id: 'p2', createdAt: 2, event: 'cpu' },
    ]
    expect(createComparisonHref(early, late)).toBe('/profiles/p2?baseline=p1')
    expect(createComparisonHref(late, early, 'mode=side')).toBe('/profiles/p2?baseline=p1&mode=side')
  })

  test('sets two events side by side', () => {
    const [cpu, wall] = [
      { id: 'p1', createdAt: 1, event: 'cpu' },
      { id: 'p2', createdAt: 2, event: 'wall' },
    ]
    expect(createComparisonHref(cpu, wall)).toBe('/profiles/p2?baseline=p1&mode=side')
  })
})

describe('swapHref', () => {
  test('keeps one set of filters for both', () => {
    expect(createSwapHref('p2', 'p1', 'baseline=p1&f=hide-idle')).toBe('/profiles/p1?baseline=p2&f=hide-idle')
  })

  test('takes each side its own filters along, none too', () => {
    expect(createSwapHref('p', 'p', 'f=time:5-9&bf=time:0-5')).toBe('/profiles/p?baseline=p&f=time%3A0-5&bf=time%3A5-9')
    expect(createSwapHref('p', 'p', 'f=time:5-9&bf=')).toBe('/profiles/p?baseline=p&bf=time%3A5-9')
    expect(createSwapHref('p', 'p', 'bf=time:5-9')).toBe('/profiles/p?baseline=p&f=time%3A5-9&bf=')
  })

  test('turns the counts of requests round', () => {
    expect(createSwapHref('p2', 'p1', 'requests=120-130')).toBe('/profiles/p1?baseline=p2&requests=130-120')
  })

  test('law: swapped twice is where it was', () => {
    const query = 'f=hide-idle&bf=time%3A0-5&q=json&mode=side'
    const swapped = new URL(createSwapHref('p2', 'p1', query), 'http://hearth')
    const again = new URL(createSwapHref('p1', 'p2', swapped.search), 'http://hearth')
    expect(again.pathname).toBe('/profiles/p2')
    const sorted = (text: string) => [...new URLSearchParams(text)].sort().join(' ')
    expect(sorted(again.search)).toBe(sorted(`baseline=p1&${query}`))
  })
})

describe('plainHref', () => {
  test('keeps what means something without a baseline', () => {
    expect(createProfileHref('p2', 'baseline=p1&mode=side&q=json&bf=')).toBe('/profiles/p2?q=json')
    expect(createProfileHref('p2', 'baseline=p1')).toBe('/profiles/p2')
  })
})
