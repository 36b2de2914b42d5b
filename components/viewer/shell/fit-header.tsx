'use client'
import { useLayoutEffect, useRef } from 'react'

/** A higher header has its tools in a second line: one line has 37 px. Below 1024 px that changes no label. */
const oneLinePx = 48
/** How much the words of buttons give way, least first: the values of `data-tight` in globals.css. */
const levels = ['some', 'more', 'most', 'all']

/**
 * Stands in a header whose facts (`data-fact`) wrap out of sight, and has them give way in order, at each width: the
 * words of buttons first (`snug:`, `tight:`, `bare:`, then `stripped:` of globals.css), also before the names of a
 * comparison are cut; then the last fact. A fact that is out of sight leaves no gap, and buttons with room for them get
 * their words back. A style sheet cannot: a box whose content wraps stays as wide as its room.
 */
export function FitHeader() {
  const mark = useRef<HTMLSpanElement>(null)
  useLayoutEffect(() => {
    const header = mark.current!.closest('header')!
    const fit = () => fitFacts(header)
    const resizes = new ResizeObserver(fit)
    for (const element of [header, ...header.children]) resizes.observe(element)
    const changes = new MutationObserver(fit)
    changes.observe(header, { subtree: true, childList: true, characterData: true })
    fit()
    return () => {
      resizes.disconnect()
      changes.disconnect()
    }
  }, [])
  return <span ref={mark} hidden />
}

function fitFacts(header: HTMLElement): void {
  const facts = [...header.querySelectorAll<HTMLElement>('[data-fact]')]
  delete header.dataset.tight
  header.dataset.measured = ''
  for (const fact of facts) fact.dataset.fact = ''
  let shown = facts.filter(({ offsetParent }) => offsetParent !== null) // on a phone there are none
  // Of two lists, the longer one gives its last fact first: else a wider window could show another choice of them.
  const rank = (fact: Element) => [...fact.parentElement!.children].indexOf(fact)
  const lastWrapped = () =>
    shown
      .filter((fact) => fact.offsetTop - fact.parentElement!.offsetTop > 2)
      .reduce<HTMLElement | undefined>((last, fact) => (last && rank(last) > rank(fact) ? last : fact), undefined)
  const measureCut = (names: string) =>
    [...header.querySelectorAll(names)].reduce((px, name) => px + name.scrollWidth - name.clientWidth, 0)
  const isInTwoLines = () => header.offsetHeight > oneLinePx
  for (const level of levels)
    if (lastWrapped() || measureCut('section bdi') > 0 || isInTwoLines()) header.dataset.tight = level
  if (!lastWrapped()) return
  // One at a time: what one list of facts gives up may be room for another.
  for (let last = lastWrapped(); last; last = lastWrapped()) {
    last.dataset.fact = 'out'
    shown = shown.filter((fact) => fact !== last)
  }
  const inevitable = measureCut(cutNames)
  // Not less than `some`, which is of the texts beside the facts: a wider window has no fewer of these.
  for (const level of levels) {
    header.dataset.tight = level
    if (!lastWrapped() && !isInTwoLines() && measureCut(cutNames) <= inevitable) break
  }
}

/** Texts of the header that are cut where it has no room for them. */
const cutNames = 'section bdi, h1 bdi, p bdi, p .truncate'
