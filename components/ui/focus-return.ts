/**
 * For `onCloseAutoFocus` of what floats: prevents that the focus goes back to the opener when the user has meanwhile
 * put it elsewhere.
 *
 * Radix moves it in a timeout, which a busy browser runs after the keys and clicks that follow: an Enter meant for the
 * graph pressed the button of the panel again.
 *
 * Source: react-focus-scope 1.1, `setTimeout` of its unmount.
 */
export function keepNewFocus(event: Event): void {
  const active = document.activeElement
  if (active !== null && active !== document.body) event.preventDefault()
}
