import { presenceOf } from '../../../lib/profile/delta.ts'
import { frameKinds } from '../../../lib/profile/profile.ts'
import { Name } from '../../ui/name.tsx'
import { kindLabels } from '../details/kind-labels.ts'
import type { NamedTree } from '../worker/named-tree.ts'
import { shownName } from '../details/shown-name.ts'
import type { Diff } from './use-diff.ts'

const presenceWords = { both: '', new: ' · new: not there before', gone: ' · gone: not there any more' }

/** What the card at the pointer says of a box of two profiles. */
export function DeltaFacts({ drawn, node, diff }: { drawn: NamedTree; node: number; diff: Diff }) {
  const { tree, frames, strings } = drawn
  const frame = tree.frame[node]!
  const words = diff.wordsOf(node)
  return (
    <>
      <p className="line-clamp-4 font-mono text-xs">
        <Name text={frame < 0 ? 'all' : shownName(strings[frames.name[frame]!]!)} mono wrap />
      </p>
      <p className="mt-1 text-xs text-muted">
        {frame < 0 ? 'everything in both' : kindLabels[frameKinds[frames.kind[frame]!]!]}
        {presenceWords[presenceOf(diff.sides, node)]}
      </p>
      <p className="figures mt-1">
        {words.before}
        <span className="font-sans text-muted"> before, </span>
        {words.after}
        <span className="font-sans text-muted"> after ({diff.delta})</span>
      </p>
      <p className="figures">
        {words.delta} <span className="text-muted">{words.ratio}</span>
        {words.verdict === '' ? null : <span className="font-sans text-muted">, {words.verdict}</span>}
      </p>
      {words.interval === '' ? null : (
        <p className="figures text-muted">
          <span className="font-sans">95 %: </span>
          {words.interval}
        </p>
      )}
    </>
  )
}
