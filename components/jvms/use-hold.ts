import { useEffect, useRef } from 'react'

/** Someone who moves the pointer over the rows is about to press something there. */
const pointerRestMs = 5000

/**
 * Says when rows must not move: while the pointer moves over them, a few seconds more, while the keyboard's focus is
 * among them, and while what one of them opened is open. Gives what their element listens to.
 */
export function useHold(onHold: (isHeld: boolean) => void) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const releaseUnlessInUse = (body: HTMLElement) => {
    clearTimeout(timer.current)
    const isOpen = body.querySelector('[aria-expanded=true]') !== null
    // It closes without a word to us.
    if (isOpen) timer.current = setTimeout(() => releaseUnlessInUse(body), pointerRestMs)
    onHold(isOpen || body.querySelector(':focus-visible') !== null)
  }
  return {
    onPointerMove({ currentTarget }: { currentTarget: HTMLElement }) {
      onHold(true)
      clearTimeout(timer.current)
      timer.current = setTimeout(() => releaseUnlessInUse(currentTarget), pointerRestMs)
    },
    onPointerLeave: ({ currentTarget }: { currentTarget: HTMLElement }) => releaseUnlessInUse(currentTarget),
    onFocus: ({ currentTarget }: { currentTarget: HTMLElement }) => {
      if (currentTarget.querySelector(':focus-visible') !== null) onHold(true)
    },
    onBlur: ({ currentTarget }: { currentTarget: HTMLElement }) => releaseUnlessInUse(currentTarget),
  }
}
