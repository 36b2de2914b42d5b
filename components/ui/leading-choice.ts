/**
 * Selects a choice that leads elsewhere: it shows one thing in the view, or another view. The popover or panel that it
 * stands in would cover what it shows, so that closes, as a menu does. A toggle, or a list of which a person takes
 * several, has no such mark, and leaves it open.
 */
const leadingChoice = '[data-leads]'

/** Selects the list that takes arrow keys in a view. With two panes it is in the active one. */
const walkable =
  ':is(section[data-active=true], main:not(:has(section[data-active]))) :is([role=tree], [role=grid], [role=treegrid], [role=listbox])[tabindex="0"]'

/** Brings the focus to the list that takes arrow keys in the view, where there is one. */
export function focusView(): void {
  const lists = [...document.querySelectorAll<HTMLElement>(walkable)]
  lists.find((list) => list.checkVisibility())?.focus({ preventScroll: true })
}

/**
 * For `onClick` of a popover or panel: closes it, and brings the focus to the view, where the click is on a choice that
 * leads elsewhere. Arrow keys go on there, and the button of a choice goes with its panel.
 */
export function closeWhenLeading({ target }: { readonly target: EventTarget }, close: () => void): void {
  if (!(target instanceof Element) || !target.closest(leadingChoice)) return
  focusView()
  close()
}
