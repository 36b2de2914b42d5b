import type { MeasureEffect } from '../../lib/contract/experiments.ts'
import { formatChange, formatInterval } from '../../lib/contract/describe-effects.ts'
import type { Measure } from '../../lib/contract/measures.ts'
import { formatQValue } from '../../lib/profile/format/units.ts'
import { Name } from '../ui/name.tsx'

/** The two values of a variable that are compared: `postgres to mariadb`. */
export function ComparedValues({ from, to }: { from: string; to: string }) {
  return (
    <>
      <Name text={from} mono wrap /> <span className="text-muted">to</span> <Name text={to} mono wrap />
    </>
  )
}

/** How much a measure changes, where that lies, and whether chance alone may have done it. */
export function EffectText({ measure, effect }: { measure: Measure; effect: MeasureEffect | null }) {
  if (effect === null) return <span className="text-muted">–</span>
  const { change, q, isSignificant, contrary, pairs } = effect
  return (
    <>
      <span className={isSignificant ? 'font-semibold' : 'text-muted'}>
        {change === null ? '–' : formatChange(measure, change)}
      </span>
      <span className="block text-xs text-muted">{formatInterval(measure, effect)}</span>
      {q === null ? null : <span className="block text-xs text-muted">{formatQValue(q)}</span>}
      {isSignificant && contrary > 0 ? (
        <span className="block text-xs text-muted">
          {contrary} of {pairs} pairs differ
        </span>
      ) : null}
    </>
  )
}
