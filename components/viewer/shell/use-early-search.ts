'use client'
import { type RefObject, useEffect, useRef } from 'react'

/**
 * Keeps the text that is typed after the key of the search until the search box is there: on a slow connection its
 * script comes later than the graph, and the letters would run actions instead.
 *
 * `isHere`: the search box is on the page. `type` gets the kept text, if there is any, once it is.
 * Gives the function for the key of the search, which selects the text of a search box that is there.
 */
export function useEarlySearch(
  isHere: boolean,
  searchInput: RefObject<HTMLInputElement | null>,
  type: (text: string) => void,
): () => void {
  const kept = useRef<{ text: string; end: () => void } | null>(null)
  useEffect(() => {
    if (!isHere || !kept.current) return
    const { text, end } = kept.current
    end()
    searchInput.current?.select()
    if (text !== '') type(text)
  })
  useEffect(() => () => kept.current?.end(), [])
  return () => {
    if (isHere) searchInput.current?.select()
    else if (!kept.current) kept.current = keepText(() => (kept.current = null))
  }
}

/** Takes the keys of letters, signs, Backspace and Escape from the page, until `end` is called or Escape is pressed. */
function keepText(onEnd: () => void): { text: string; end: () => void } {
  const keep = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    if (event.key === 'Escape') early.end()
    else if (event.key === 'Backspace') early.text = early.text.slice(0, -1)
    else if (event.key.length === 1) early.text += event.key
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  const early = {
    text: '',
    end: () => {
      document.removeEventListener('keydown', keep, true)
      onEnd()
    },
  }
  document.addEventListener('keydown', keep, true)
  return early
}
