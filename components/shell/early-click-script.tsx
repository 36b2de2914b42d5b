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
  // React notes its properties at each element that it is making live. There is no public way to ask.
  const isMarked = (element: Element) => Object.keys(element).some((key) => key.startsWith('__reactProps$'))
  /**
   * Gives a question to be asked once an event of that type was sent: whether React has answered it. React marks a
   * button a while before it answers for it, and until then stops the event above the button.
   */
  const watch = (button: HTMLElement, type: string): (() => boolean) => {
    let isAnswered = false
    const onCome = () => (isAnswered = isMarked(button))
    button.addEventListener(type, onCome, { capture: true, once: true })
    return () => {
      button.removeEventListener(type, onCome, true)
      return isAnswered
    }
  }

  const repeat = (button: HTMLElement, until: number): void => {
    if (button !== latest || !button.isConnected || performance.now() > until) return
    // Menus open at the press, other buttons answer the click.
    const press = { bubbles: true, cancelable: true, button: 0, pointerType: 'mouse' }
    const send = (type: string) => button.dispatchEvent(new PointerEvent(type, press))
    const isAnswered = watch(button, 'pointerdown')
    if (isMarked(button)) send('pointerdown')
    if (!isAnswered()) return void requestAnimationFrame(() => repeat(button, until))
    latest = null
    send('pointerup')
    button.click()
  }

  let latest: HTMLElement | null = null
  const onClick = ({ target }: Event): void => {
    const button = target instanceof Element ? target.closest('button') : null
    latest = button
    if (button === null) return
    const isAnswered = watch(button, 'click')
    setTimeout(() => (isAnswered() ? undefined : repeat(button, performance.now() + longestWaitMs)))
  }
  addEventListener('click', onClick, true)
}
