/** Repeats the last click on a button that came before the page's scripts ran, as soon as they run. */
export function EarlyClickScript({ nonce }: { nonce: string }) {
  return (
    <script
      nonce={nonce}
      // A browser hides the nonce of a script that is in the page.
      suppressHydrationWarning
      // eslint-disable-next-line no-restricted-syntax -- a function of our own, without a name from outside
      dangerouslySetInnerHTML={{ __html: `(${repeatEarlyClick.toString()})()` }}
    />
  )
}

/** Its text is a script of its own, so it may use nothing from outside of itself. */
function repeatEarlyClick(): void {
  /** A click that is older than this is no longer expected to have an effect. */
  const longestWaitMs = 10_000
  // React notes its properties at each element that it has made live. There is no public way to ask.
  const isLive = (element: Element) => Object.keys(element).some((key) => key.startsWith('__reactProps$'))

  const repeat = (button: HTMLElement, until: number): void => {
    if (button !== latest || !button.isConnected || performance.now() > until) return
    if (!isLive(button)) return void requestAnimationFrame(() => repeat(button, until))
    latest = null
    // Menus open at the press, other buttons answer the click.
    const press = { bubbles: true, cancelable: true, button: 0, pointerType: 'mouse' }
    for (const type of ['pointerdown', 'pointerup']) button.dispatchEvent(new PointerEvent(type, press))
    button.click()
  }

  let latest: HTMLElement | null = null
  const onClick = ({ target }: Event): void => {
    const button = target instanceof Element ? target.closest('button') : null
    latest = null
    if (button === null || isLive(button)) return
    latest = button
    // By then React may have made it live for this very click, and answered it.
    setTimeout(() => (isLive(button) ? undefined : repeat(button, performance.now() + longestWaitMs)))
  }
  addEventListener('click', onClick, true)
}
