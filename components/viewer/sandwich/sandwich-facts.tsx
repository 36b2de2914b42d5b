import type { Unit } from '../../../lib/profile/profile.ts'
import { Name } from '../../ui/name.tsx'
import { visibleText } from '../../ui/visible-text.ts'
import { formatShare } from '../../format/units.ts'
import { formatWeight } from '../../format/weight.ts'
import type { FrameWords } from '../details/describe-frame.ts'

/** What the card at the pointer says of a caller or callee: how much of the function comes by it or goes to it. */
export function SandwichFacts({
  words,
  unit,
  whole,
  name,
}: {
  words: FrameWords
  unit: Unit
  /** Weight of all. */
  whole: number
  /** The function's. */
  name: string
}) {
  return (
    <>
      <p className="line-clamp-4 font-mono text-xs">
        <Name text={words.name} mono wrap />
      </p>
      <p className="figures mt-1">{formatWeight(words.total, unit)}</p>
      <p className="figures">
        {formatShare(words.ofView)}
        <span className="font-sans text-muted"> of {visibleText(name, 80)}, </span>
        {formatShare(whole > 0 ? words.total / whole : 0)}
        <span className="font-sans text-muted"> of all</span>
      </p>
    </>
  )
}
