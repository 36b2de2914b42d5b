/**
 * Gives the focus to the main part of the page, which need not be a control: a screen reader reads on from there. Where
 * it takes no focus of its own, it does until that is elsewhere: else each click on it would take the focus.
 */
export function focusMain(): void {
  const main = document.getElementById('main')
  if (!main) return
  if (!main.hasAttribute('tabindex')) {
    main.tabIndex = -1
    main.addEventListener('blur', () => main.removeAttribute('tabindex'), { once: true })
  }
  main.focus({ preventScroll: true })
}
