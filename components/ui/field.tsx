import { type ReactNode, useId } from 'react'

/**
 * A label, its input, and below it what is wrong with what was typed: it stays as it was typed. An end that is cut off
 * as it is pasted, or a number that is put right, goes unnoticed.
 */
export function Field({
  title,
  problem,
  children,
}: {
  title: ReactNode
  problem: string | null
  /** Takes the attributes of the input. */
  children: (more: { 'aria-invalid'?: true; 'aria-describedby': string }) => ReactNode
}) {
  const problemId = useId()
  return (
    <div className="flex flex-col gap-1">
      <label className="flex flex-col gap-1">
        {title}
        {children({ 'aria-describedby': problemId, ...(problem !== null && { 'aria-invalid': true }) })}
      </label>
      <p id={problemId} role="status" className="text-xs text-bad empty:hidden">
        {problem}
      </p>
    </div>
  )
}
