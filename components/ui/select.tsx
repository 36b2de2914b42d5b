import { ChevronDown } from 'lucide-react'
import type { ComponentProps } from 'react'
import { classNames } from './class-names.ts'

/** The browser's own select, in our clothes. Give it a `<label>` or an `aria-label`. */
export function Select({ className, children, ...rest }: ComponentProps<'select'>) {
  return (
    <span className={classNames('relative inline-flex', className)}>
      <select
        className="h-8 w-full min-w-0 appearance-none truncate rounded-md border border-edge/60 bg-canvas pr-7 pl-2.5 text-sm text-ink hover:border-edge"
        {...rest}
      >
        {children}
      </select>
      <ChevronDown size={14} aria-hidden className="pointer-events-none absolute top-2 right-2 text-muted" />
    </span>
  )
}
