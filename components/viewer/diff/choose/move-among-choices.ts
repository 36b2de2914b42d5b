import type { KeyboardEvent } from 'react'

/** Up and down among the links of a panel, to them from its search field and back: as in a menu, though Tab goes there too. */
export function moveAmongChoices(event: KeyboardEvent, panel: HTMLElement): void {
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
  const places = [...panel.querySelectorAll<HTMLElement>('input, [data-choice]')]
  const at = places.findIndex((place) => place === document.activeElement)
  const next = places[at + (event.key === 'ArrowDown' ? 1 : -1)]
  if (at < 0 || !next) return
  event.preventDefault()
  next.focus()
}
