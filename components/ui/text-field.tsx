import type { ComponentProps } from 'react'
import { classNames } from './class-names.ts'

/** An input of one line. It needs a `<label>` or an `aria-label`. */
export function TextField({ className, ...rest }: ComponentProps<'input'>) {
  return (
    <input
      className={classNames(
        'h-8 min-w-0 rounded-md border border-edge/70 bg-canvas px-2.5 text-sm text-ink placeholder:text-faint hover:border-edge aria-invalid:border-bad',
        className,
      )}
      autoComplete="off"
      spellCheck={false}
      {...rest}
    />
  )
}
