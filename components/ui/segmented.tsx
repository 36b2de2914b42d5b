'use client'
import { RadioGroup } from 'radix-ui'
import type { ReactNode } from 'react'

/** A few choices side by side, one of them on: radio buttons to a keyboard and a screen reader. */
export function Segmented<Value extends string>({
  label,
  value,
  choices,
  onChange,
}: {
  label: string
  value: Value
  choices: readonly { value: Value; text: ReactNode; title?: string }[]
  onChange: (value: Value) => void
}) {
  // Radix hands back the string of one of our own choices: find it again rather than claim its type.
  const choose = (text: string) => {
    const choice = choices.find((one) => one.value === text)
    if (choice) onChange(choice.value)
  }
  return (
    <RadioGroup.Root
      aria-label={label}
      value={value}
      onValueChange={choose}
      className="inline-flex h-8 items-stretch rounded-md border border-edge/60 bg-canvas p-0.5"
    >
      {choices.map((choice) => (
        <RadioGroup.Item
          key={choice.value}
          value={choice.value}
          title={choice.title}
          className="inline-flex items-center gap-1 rounded-[4px] px-2 text-sm text-muted hover:text-ink data-[state=checked]:bg-sunken data-[state=checked]:font-medium data-[state=checked]:text-ink"
        >
          {choice.text}
        </RadioGroup.Item>
      ))}
    </RadioGroup.Root>
  )
}
