/** A key to press, as on a keyboard. */
export function Key({ children }: { children: string }) {
  return (
    <kbd className="inline-flex min-w-5 justify-center rounded-[4px] border border-line bg-surface px-1 font-mono text-xs text-muted">
      {children}
    </kbd>
  )
}
