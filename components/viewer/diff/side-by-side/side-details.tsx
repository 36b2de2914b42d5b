'use client'
import { formatShare } from '../../../format/units.ts'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { Name } from '../../../ui/name.tsx'
import { describeNode, type FrameWords, kindLabels, sayNode, stackOfNode } from '../../details/describe-frame.ts'
import { formatWeight } from '../../../format/weight.ts'
import { type FindTwin, formatPoints } from './counterparts.ts'
import { eachSide, sides, sideTitles, type BySide } from './side.ts'
import type { Pane } from './use-side-panes.ts'

/** The selected frame, or the one both are zoomed to, on both sides, as text. */
export function SideDetails({
  panes,
  home,
  findTwin,
}: {
  panes: BySide<Pane>
  /** The side that has the frame. */
  home: Pane
  findTwin: BySide<FindTwin>
}) {
  const node = home.viewer.here
  const words = eachSide((side) => {
    const at = side === home.side ? { node, missing: 0 } : findTwin[home.side](node)
    const { drawn, drawing } = panes[side].viewer
    return at.missing > 0 ? null : describeNode(drawn, at.node, drawing.zoomNode, drawing.range)
  })
  const here = words[home.side]!
  const { before, after } = words
  return (
    <section aria-label="Selected frame" className="shrink-0 border-t border-line px-3 py-1">
      <div className="flex items-center gap-1">
        <p data-testid="selected-frame" className="flex min-w-0 flex-1 items-baseline gap-2">
          <Name text={here.name} mono className="shrink-[1] text-ink" />
          <span className="shrink-0 text-xs text-muted">{here.kind ? kindLabels[here.kind] : 'root'}</span>
          {here.module ? (
            <Name text={here.module} mono className="max-w-64 shrink-[4] text-muted max-sm:hidden" />
          ) : null}
        </p>
        <CopyButton text={here.name} label="Copy name (c)" />
        <span className="hidden sm:contents">
          <CopyButton
            text={stackOfNode(home.viewer.drawn, node).join('\n')}
            label="Copy stack, root first (Shift c)"
            words="Stack"
            look="ghost"
          />
        </span>
      </div>
      <dl className="flex flex-wrap gap-x-5 text-xs text-muted">
        {sides.map((side) => (
          <SideFacts key={side} pane={panes[side]} words={words[side]} />
        ))}
        <div className="flex items-baseline gap-1.5">
          <dt>change</dt>
          <dd data-testid="change" className="figures text-ink">
            {formatPoints(before?.ofAll ?? 0, after?.ofAll ?? 0)}
          </dd>
        </div>
      </dl>
      <p role="status" className="sr-only">
        {home.viewer.drawing.selected >= 0 ? sayBoth(words) : ''}
      </p>
    </section>
  )
}

function SideFacts({ pane: { side, viewer }, words }: { pane: Pane; words: FrameWords | null }) {
  return (
    <div data-testid={`facts-${side}`} className="flex min-w-0 items-baseline gap-1.5">
      <dt className="font-medium">{sideTitles[side]}</dt>
      <dd className="figures min-w-0 truncate text-ink">
        {words === null ? (
          <span className="font-sans">absent</span>
        ) : (
          <>
            {formatShare(words.ofAll)} <span className="font-sans text-muted">of all,</span>{' '}
            {formatWeight(words.total, viewer.unit)} <span className="font-sans text-muted">total,</span>{' '}
            {formatWeight(words.self, viewer.unit)} <span className="font-sans text-muted">self</span>
          </>
        )}
      </dd>
    </div>
  )
}

/** `Before: a, 12 percent of view …. After: absent.` */
function sayBoth(words: BySide<FrameWords | null>): string {
  return sides
    .map((side) => {
      const one = words[side]
      return `${sideTitles[side]}: ${one ? sayNode(one) : 'absent'}.`
    })
    .join(' ')
}
