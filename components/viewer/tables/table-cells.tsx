import type { Unit } from '../../../lib/profile/profile.ts'
import { formatShare } from '../../format/units.ts'
import { formatWeightShort } from '../../format/weight.ts'

/** A weight and its share of the whole in a cell of a table, with a bar behind it. */
export function CostCell({ weight, whole, unit }: { weight: number; whole: number; unit: Unit }) {
  const share = whole === 0 ? 0 : weight / whole
  return (
    <span role="gridcell" className="figures relative flex h-full items-center justify-end gap-2 whitespace-nowrap">
      <ShareBar share={share} />
      <span className="relative hidden @md:inline">{formatWeightShort(weight, unit)}</span>
      <span className="relative w-13 pr-1 text-right text-muted">{formatShare(share)}</span>
    </span>
  )
}

export function ShareBar({ share }: { share: number }) {
  return (
    <span
      aria-hidden
      className="absolute inset-y-1 left-0 rounded-[3px] bg-spark/20"
      style={{ width: `${Math.min(share, 1) * 100}%` }}
    />
  )
}
