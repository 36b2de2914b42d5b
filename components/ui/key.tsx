import { classNames } from './class-names.ts'

/** A key to press, as on a keyboard. */
export function Key({ children, className }: { children: string; className?: string }) {
  return (
    <kbd
      className={classNames(
        'inline-flex min-w-5 justify-center rounded-[4px] border border-line bg-surface px-1 font-mono text-xs text-muted',
        className,
      )}
    >
      {children}
    </kbd>
  )
}

/** The key of what stands beside it, out of the way on a touch screen. */
export const KeyHint = ({ children }: { children: string }) => <Key className="touch:hidden">{children}</Key>
