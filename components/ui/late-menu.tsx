'use client'
import {
  cloneElement,
  type ComponentProps,
  type ReactElement,
  type ReactNode,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { type Late, useLate } from './late.ts'
import { showProblem } from './toast.tsx'

/** Props of a menu or popover: its button, and whether it is open from the start. */
export interface LateMenuProps {
  readonly trigger: ReactElement
  readonly defaultOpen: boolean
}

/**
 * A button whose menu comes with a late script. If the button is pressed before the script is here, the menu opens as
 * soon as it is; where it does not come, a message says so, and the next press asks again. `children` give the menu
 * with a button of its own, and a focus on the old button moves to the new one.
 */
export function LateMenu<Module>({
  late,
  isWanted,
  trigger,
  children,
}: {
  late: Late<Module>
  /** Whether to load the script; a press loads it in any case. */
  isWanted: boolean
  /** The button, without an `onClick` of its own. */
  trigger: ReactElement<ComponentProps<'button'>>
  children: (module: Module, menu: LateMenuProps) => ReactNode
}) {
  const module = useLate(late, isWanted)
  const isHere = module !== null
  const [isPressed, setPressed] = useState(false)
  const around = useRef<HTMLSpanElement>(null)
  const hasFocus = useRef(false)
  useLayoutEffect(() => {
    if (isHere && hasFocus.current) around.current?.querySelector('button')?.focus()
  }, [isHere])
  const press = async () => {
    setPressed(true)
    const loaded = await late.load()
    if (!('error' in loaded)) return
    setPressed(false)
    showProblem(loaded.error)
  }
  return (
    <span
      ref={around}
      className="contents"
      onFocus={() => (hasFocus.current = true)}
      onBlur={() => (hasFocus.current = false)}
    >
      {isHere
        ? children(module, { trigger, defaultOpen: isPressed })
        : cloneElement(trigger, { 'aria-haspopup': true, 'aria-expanded': false, onClick: () => void press() })}
    </span>
  )
}
