import type { ComponentProps } from 'react'
import { classNames } from './class-names.ts'

/** An input of several lines. Give it a `<label>` or an `aria-label`. */
export function TextArea({ className, ...rest }: ComponentProps<'textarea'>) {
  return (
    <textarea
      className={classNames(
        'min-h-24 w-full min-w-0 resize-y rounded-md border border-edge/70 bg-canvas px-2.5 py-1.5 text-sm text-ink placeholder:text-faint hover:border-edge aria-invalid:border-bad',
        className,
      )}
      {...rest}
    />
  )
}
