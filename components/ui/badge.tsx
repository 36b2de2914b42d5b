import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'

const tones = {
  neutral: 'border-line bg-surface text-muted',
  good: 'border-good/40 text-good',
  warn: 'border-warn/40 bg-warn-wash text-warn',
  bad: 'border-bad/40 bg-bad-wash text-bad',
  marked: 'border-edge bg-sunken font-medium text-ink',
  ember: 'border-ember/50 bg-ember-wash text-ember-ink',
}

/** A word or two about something. Its meaning is in the words (and an icon), the colour only repeats it. */
export function Badge({
  tone = 'neutral',
  title,
  className,
  children,
}: {
  tone?: keyof typeof tones
  title?: string
  className?: string
  children: ReactNode
}) {
  return (
    <span
      title={title}
      className={classNames(
        'inline-flex max-w-full items-center gap-1 rounded-md border px-1.5 text-xs leading-5 whitespace-nowrap',
        tones[tone],
        className,
      )}
    >
      {children}
    </span>
  )
}
