'use client'
import type { KeyboardEvent, ReactNode } from 'react'

const steps: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }

/** The frame of choices side by side. */
export const segmentsClass = 'inline-flex h-8 items-stretch rounded-md border border-edge/60 bg-canvas p-0.5'
/** One of them, a button or a link. */
export const segmentClass =
  'inline-flex items-center gap-1 rounded-[4px] border border-transparent px-[7px] text-sm whitespace-nowrap text-muted not-disabled:hover:text-ink disabled:cursor-not-allowed disabled:opacity-50 chosen:border-edge chosen:bg-pressed chosen:font-medium chosen:text-ink'

/**
 * A few choices side by side, one of them on: radio buttons to a keyboard and a screen reader.
 *
 * Not Radix's: there the focus follows an arrow in a timeout, and when the key is up again before that, nothing is
 * chosen (radix-ui/primitives#4094).
 */
export function Segmented<Value extends string>({
  label,
  value,
  choices,
  onChange,
}: {
  label: string
  value: Value
  /** One with a `reason` cannot be chosen, and says why. */
  choices: readonly { value: Value; text: ReactNode; title?: string; reason?: string }[]
  onChange: (value: Value) => void
}) {
  const chosen = choices.findIndex((choice) => choice.value === value)
  const moveByKey = (event: KeyboardEvent<HTMLElement>, index: number) => {
    const step = steps[event.key]
    if (step === undefined || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    let next = index
    do next = (next + step + choices.length) % choices.length
    while (choices[next]!.reason !== undefined)
    const button = event.currentTarget.parentElement?.children[next]
    if (button instanceof HTMLElement) button.focus()
    onChange(choices[next]!.value)
  }
  return (
    <div role="radiogroup" aria-label={label} className={segmentsClass}>
      {choices.map((choice, index) => (
        <button
          key={choice.value}
          type="button"
          role="radio"
          aria-checked={index === chosen}
          tabIndex={index === Math.max(chosen, 0) ? 0 : -1}
          title={choice.reason ?? choice.title}
          disabled={choice.reason !== undefined}
          onClick={() => {
            if (index !== chosen) onChange(choice.value)
          }}
          onKeyDown={(event) => moveByKey(event, index)}
          className={segmentClass}
        >
          {choice.text}
        </button>
      ))}
    </div>
  )
}
