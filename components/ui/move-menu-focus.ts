import type { KeyboardEvent } from 'react'

/**
 * For `onKeyDownCapture` of a menu: an arrow, Home or End moves the focus at once.
 *
 * Radix moves it in a timeout, which a busy browser runs after the keys that follow: of two quick arrows one was lost, and Enter
 * chose the item before. It leaves an event alone whose default is prevented.
 *
 * Source: react-roving-focus 1.1, `setTimeout(() => focusFirst(candidateNodes))`; radix-ui/primitives#4136.
 */
export function moveMenuFocus(event: KeyboardEvent<HTMLElement>): void {
  if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
  const items = [...event.currentTarget.querySelectorAll<HTMLElement>('[role^=menuitem]:not([data-disabled])')]
  const index = items.findIndex((item) => item === event.target)
  const next = index < 0 ? undefined : indexAfterKey(event.key, index, items.length)
  if (next === undefined) return
  event.preventDefault()
  items[next]?.focus()
}

function indexAfterKey(key: string, index: number, length: number): number | undefined {
  if (key === 'ArrowDown') return index + 1
  if (key === 'ArrowUp') return index - 1
  if (key === 'Home' || key === 'PageUp') return 0
  return key === 'End' || key === 'PageDown' ? length - 1 : undefined
}
