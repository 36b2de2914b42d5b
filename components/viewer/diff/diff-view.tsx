'use client'
import { lazy, useMemo, useState } from 'react'
import type { Theme } from '../../../lib/profile/colour/colour.ts'
import type { DeltaKind } from '../../../lib/profile/compare/merged-tree/comparison.ts'
import { createDeltaColours, deltaColour } from '../../../lib/profile/colour/delta-colours.ts'
import { presenceOf } from '../../../lib/profile/compare/merged-tree/delta.ts'
import { frameKinds } from '../../../lib/profile/model/profile.ts'
import { useResolvedTheme } from '../../theme/use-theme.ts'
import { Name } from '../../ui/name.tsx'
import { kindLabels } from '../details/describe-frame.ts'
import { DetailsFact, FrameDetails } from '../details/frame-details.tsx'
import { shownName } from '../../../lib/profile/view/visible-text.ts'
import type { ComparedProps } from '../shell/baseline.ts'
import { PaneStage } from '../shell/pane-stage.tsx'
import { ViewerShell } from '../shell/viewer-shell.tsx'
import { usePane } from '../state/use-pane.ts'
import type { NamedTree } from '../worker/tree-messages.ts'
import { DiffSummary } from './diff-summary.tsx'
import { describeDelta } from './format-delta.ts'
import { type Diff, useDiff } from './use-diff.ts'
import type { ComparisonClient } from './worker/comparison-client.ts'
import { isComparisonClient } from './worker/is-comparison-client.ts'

const DiffTable = lazy(async () => ({ default: (await import('./diff-table.tsx')).DiffTable }))

/** Two profiles as one tree, coloured by what changed from the baseline to the profile. */
export function DiffView(props: ComparedProps) {
  const { client } = props
  // A client of the other mode is on its way out.
  return isComparisonClient(client) ? <Compared {...props} client={client} /> : null
}

function Compared({ profile, picture, summary, baseline, ...given }: ComparedProps & { client: ComparisonClient }) {
  const [hovered, setHovered] = useState(-1)
  const { client, drawn, viewing } = given
  const { delta, fade, width } = viewing.view.comparison
  const theme = useResolvedTheme()
  const units = useMemo(
    () => ({ before: baseline.summary.unit, after: summary.unit }),
    [baseline.summary.unit, summary.unit],
  )
  const diff = useDiff(client, drawn, viewing.view.comparison, units)
  const { sides, verdicts } = diff
  const painted = useMemo(
    () => ({
      colourOf: createDeltaColours(sides, { delta, fade, verdicts, theme }),
      presenceOf: (node: number) => presenceOf(sides, node),
    }),
    [sides, delta, fade, verdicts, theme],
  )
  // A heat map is of one recording.
  const basics = useMemo(() => ({ ...given.basics, timeSpan: null }), [given.basics])
  const texts = { spoken: diff.lineOf, line: diff.lineOf }
  const pane = usePane(
    { ...given, basics, painted, texts },
    { isBuilding: profile.isBuilding, isBusy: profile.isBusy || diff.isWaiting },
  )
  const { viewer } = pane
  const side = width === 'before' ? 'before' : 'after'
  const { self, total } = sides[side]
  const weighed = useMemo(() => ({ ...drawn.tree, self, total }), [drawn.tree, self, total])
  return (
    <ViewerShell
      panes={[pane]}
      picture={picture}
      pictureLegend={deltaLegend(theme)}
      notices={<DiffSummary viewer={viewer} diff={diff} before={baseline.summary} after={summary} />}
      details={<FrameDetails viewer={viewer} facts={<DiffFacts node={viewer.here} diff={diff} />} />}
      legend={<DeltaLegend theme={theme} delta={delta} fade={fade} />}
      hovered={hovered}
    >
      <PaneStage
        pane={pane}
        labelOf={(what) => `${what} of what changed in ${viewer.title}`}
        cardOf={(node) => <DeltaCard drawn={drawn} node={node} diff={diff} />}
        onHover={setHovered}
        table={<DiffTable viewer={viewer} diff={diff} />}
        treeColumns={{ tree: weighed, unit: units[side], changeOf: (node) => diff.wordsOf(node).delta }}
      />
    </ViewerShell>
  )
}

/** A frame on both sides, with the interval in which the change lies. */
function DiffFacts({ node, diff }: { node: number; diff: Diff }) {
  const words = diff.wordsOf(node)
  const otherKind = diff.delta === 'total' ? 'self' : 'total'
  return (
    <>
      <DetailsFact says={`${diff.delta} before`}>{words.before}</DetailsFact>
      <DetailsFact says="after">{words.after}</DetailsFact>
      <DetailsFact says="change">
        {words.delta} ({words.ratio})
      </DetailsFact>
      {words.interval === '' ? null : <DetailsFact says="95 % interval">{words.interval}</DetailsFact>}
      {words.verdict === '' ? null : <DetailsFact says="noise">{words.verdict}</DetailsFact>}
      <DetailsFact says={`${otherKind} change`}>
        {describeDelta(diff.sides, node, otherKind, null, diff.units).delta}
      </DetailsFact>
      <DetailsFact says="weight">{words.weights}</DetailsFact>
    </>
  )
}

const presenceWords = { both: '', new: ' · new: not there before', gone: ' · gone: not there any more' }

/** What the card at the pointer says of a box of two profiles. */
function DeltaCard({ drawn, node, diff }: { drawn: NamedTree; node: number; diff: Diff }) {
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

const gradient = [-1, -0.5, -0.2, 0, 0.2, 0.5, 1]

/** What colours and shapes of a comparison mean. Shapes say what colours alone would not. */
function DeltaLegend({ theme, delta, fade }: { theme: Theme; delta: DeltaKind; fade: boolean }) {
  return (
    <ul
      aria-label="Legend: how boxes changed"
      className="flex h-8 min-w-0 flex-1 flex-wrap content-center items-center gap-x-4 overflow-clip text-xs text-muted"
    >
      <li className="flex items-center gap-1.5">
        less
        <span aria-hidden className="flex h-2.5 overflow-hidden rounded-[2px] border border-line">
          {gradient.map((step) => (
            <span key={step} className="w-3" style={{ background: deltaColour(step, 1, theme) }} />
          ))}
        </span>
        more {delta === 'self' ? 'self' : 'total'}
      </li>
      <li className="flex items-center gap-1.5">
        <span
          aria-hidden
          className="h-2.5 w-5 rounded-[2px] border border-line"
          style={{
            background: `repeating-linear-gradient(135deg, transparent 0 3px, var(--color-ink) 3px 4px), ${deltaColour(1, 1, theme)}`,
          }}
        />
        new
      </li>
      <li className="flex items-center gap-1.5">
        <span
          aria-hidden
          className="h-2.5 w-5 border border-dashed border-ink"
          style={{ background: deltaColour(-1, 1, theme) }}
        />
        gone
      </li>
      <li className="flex items-center gap-1.5">
        <span
          aria-hidden
          className="h-2.5 w-5 rounded-[2px] border border-line"
          style={{ background: deltaColour(fade ? 0.1 : 0, 0.1, theme) }}
        />
        {fade ? 'the same, or within noise' : 'the same'}
      </li>
    </ul>
  )
}

/** The same for an export. */
function deltaLegend(theme: Theme): { readonly colour: string; readonly text: string }[] {
  return [
    { colour: deltaColour(-1, 1, theme), text: 'less; dashed: gone' },
    { colour: deltaColour(-0.2, 1, theme), text: 'a third less' },
    { colour: deltaColour(0, 1, theme), text: 'the same, or within noise' },
    { colour: deltaColour(0.2, 1, theme), text: 'half more' },
    { colour: deltaColour(1, 1, theme), text: 'more; hatched: new' },
  ]
}
