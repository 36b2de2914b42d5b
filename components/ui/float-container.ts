/** Where floating things are put into the page: its main part, since nothing may stand outside of the landmarks. */
export function floatContainer(): HTMLElement | null {
  return typeof document === 'undefined' ? null : document.getElementById('main')
}
