'use client'
import { useMemo, useState } from 'react'
import { createLazyPart } from '../../lazy-part.tsx'
import type { Theme } from '../../../lib/profile/colour/colour.ts'
import {
  type ComparisonLevel,
  type DeltaKind,
  getPresence,
  getSignificantPresence,
  isSignificant,
} from '../../../lib/profile/compare/merged-tree/comparison.ts'
import { createDeltaColours, deltaColour } from '../../../lib/profile/colour/delta-colours.ts'
import { kindOfFrame } from '../../../lib/profile/model/profile.ts'
import { useResolvedTheme } from '../../theme/use-theme.ts'
import { Name } from '../../ui/name.tsx'
import { kindLabels, nameWhole } from '../tree/describe-frame.ts'
import { FrameDetails } from '../details/frame-details.tsx'
import { getShownName } from '../../../lib/profile/view/visible-text.ts'
import type { DiffViewProps } from '../shell/baseline.ts'
import { PaneStage } from '../shell/pane-stage.tsx'
import { ViewerShell } from '../shell/viewer-shell.tsx'
import { useViewer } from '../state/use-viewer.ts'
import type { NamedTree } from '../worker/tree-messages.ts'
import { GroupDetails, NodeFacts } from './diff-details.tsx'
import { DiffControls } from './diff-controls.tsx'
import { useExperimentFindings } from './experiment-findings.ts'
import { findDifferingLevel } from './diff-rows.ts'
import { intervalLevel } from '../../../lib/contract/interval-level.ts'
import { scaleSuffixes, withoutScale } from './format-delta.ts'
import { DiffSummary } from './diff-summary.tsx'
import { useSearchSteps } from './search-steps.tsx'
import { type Diff, useDiff } from './use-diff.ts'
import type { ComparisonClient } from './worker/comparison-client.ts'
import { isComparisonClient } from './worker/is-comparison-client.ts'
import { getFrameTitle } from '../../../lib/profile/names/base-frames.ts'

const DiffTable = createLazyPart(async () => (await import('./diff-table.tsx')).DiffTable)

/** Two profiles as one tree, coloured by the changes from the baseline to the profile. */
export function DiffView(props: DiffViewProps) {
  const { client } = props.profile
  // After a change from side by side, the first render still has the client of a single profile, which an effect
  // closes.
  return isComparisonClient(client) ? <LoadedDiffView {...props} client={client} /> : null
}

function LoadedDiffView({
  client,
  profile,
  summary,
  baseline,
  viewing,
  notes,
  exportSource,
}: DiffViewProps & { client: ComparisonClient }) {
  const [chosenLevel, setLevel] = useState<ComparisonLevel | null>(null)
  const { model } = profile
  const { delta, fade, width } = viewing.view.comparison
  const theme = useResolvedTheme()
  const units = useMemo(
    () => ({ before: baseline.summary.unit, after: summary.unit }),
    [baseline.summary.unit, summary.unit],
  )
  const findings = useExperimentFindings(baseline.experiment)
  const diff = useDiff(client, model, viewing.view, units, findings)
  const { sides, significance, tested, packages, classes, functions } = diff
  const differingLevel = useMemo(
    () => findDifferingLevel({ packages, classes, functions }),
    [packages, classes, functions],
  )
  const level = chosenLevel ?? differingLevel
  const colourOverrides = useMemo(
    () => ({
      colourOf: createDeltaColours(sides, { delta, fade, significance, theme }),
      // Boxes are hatched or dashed where they are significantly new or gone, as the line above the graph counts them,
      // by the samples (`tested`) also in an experiment, which does not test single boxes. With `fade` off, all boxes
      // are that only one side has.
      presenceOf: (node: number) => (fade ? getSignificantPresence(sides, tested, node) : getPresence(sides, node)),
    }),
    [sides, delta, fade, significance, tested, theme],
  )
  // The first row is the largest significant change, if there is one.
  const changed = functions && functions.length > 0 && isSignificant(functions, 0) ? functions.widest[0] : undefined
  // A comparison has no heat map, which shows one recording.
  const basics = useMemo(() => ({ ...profile.basics, timeSpan: null }), [profile.basics])
  const viewer = useViewer({
    profile: { ...profile, basics, isBusy: profile.isBusy || diff.isWaiting },
    summary,
    viewing,
    notes,
    isCompared: true,
    ...(changed === undefined ? {} : { startNode: changed }),
    colourOverrides,
    texts: { spoken: diff.formatLine, line: diff.formatLine },
  })
  const sharesOf = useSearchSteps(viewer, diff)
  // The tree as text has the weights of one side: where both or their change set the width, those after.
  const side = width === 'before' ? 'before' : 'after'
  const { self, total } = sides[side]
  const weighed = useMemo(() => ({ ...model.tree, self, total }), [model.tree, self, total])
  return (
    <ViewerShell
      panes={[viewer]}
      sharesOf={sharesOf}
      exportSource={exportSource}
      exportLegend={createDeltaLegend(theme, fade)}
      notices={
        <DiffSummary {...{ viewer, diff, findings }} before={baseline.summary} after={summary} onLevel={setLevel} />
      }
      details={
        diff.marked ? (
          <GroupDetails marked={diff.marked} diff={diff} />
        ) : (
          <FrameDetails viewer={viewer} facts={<NodeFacts node={viewer.currentNode} diff={diff} />} />
        )
      }
      legend={<DeltaLegend theme={theme} delta={delta} fade={fade} />}
      legendControls={
        <DiffControls view={viewing.view} change={viewing.change} sides={sides} whole={nameWhole(model)} />
      }
    >
      <PaneStage
        viewer={viewer}
        labelOf={(what) => `${what} of what changed in ${viewer.title}`}
        cardOf={(node) => <DeltaCard model={model} node={node} diff={diff} />}
        table={<DiffTable viewer={viewer} diff={diff} level={level} onLevel={setLevel} />}
        treeColumns={{
          tree: weighed,
          unit: units[side],
          changeOf: (node) => diff.describe(node).delta,
          per: scaleSuffixes[sides.scale],
        }}
      />
    </ViewerShell>
  )
}

/** Facts without a test, so the card has them also of boxes that are not hatched or dashed. */
const presenceLabels = { both: '', new: 'in no sample before', gone: 'in no sample after' }

/** Content of the card at the pointer for a box of two profiles. */
function DeltaCard({ model, node, diff }: { model: NamedTree; node: number; diff: Diff }) {
  const frame = model.tree.frame[node]!
  const { scale } = diff.sides
  const description = withoutScale(diff.describe(node), scale)
  const presence = getPresence(diff.sides, node)
  return (
    <>
      <p className="line-clamp-4 font-mono text-xs">
        <Name text={frame < 0 ? 'all' : getShownName(getFrameTitle(model, frame))} mono wrap />
      </p>
      <p className="mt-1 text-xs text-muted">
        {frame < 0 ? 'everything in both' : kindLabels[kindOfFrame(model, frame)]}
        {presence === 'both' ? '' : `\u00a0· ${presenceLabels[presence]}`}
      </p>
      <p className="figures mt-1">
        {description.before}
        <span className="font-sans text-muted"> before, </span>
        {description.after}
        <span className="font-sans text-muted"> after ({`${diff.delta}${scaleSuffixes[scale]}`})</span>
      </p>
      <p className="figures">
        {description.delta} <span className="text-muted">{description.ratio}</span>
        {description.significance === '' ? null : (
          <span className="font-sans text-muted">, {description.significance}</span>
        )}
      </p>
      {description.interval === '' ? null : (
        <p className="figures text-muted">
          <span className="font-sans">{intervalLevel}: </span>
          {description.interval}
        </p>
      )}
    </>
  )
}

/** Symmetric deltas (`computeSymmetricDelta`): 0.2 is half more, -0.2 a third less. */
const gradient = [-1, -0.5, -0.2, 0, 0.2, 0.5, 1]

/** Meanings of the colours and shapes of a comparison. Shapes show facts that colours alone would not. */
function DeltaLegend({ theme, delta, fade }: { theme: Theme; delta: DeltaKind; fade: boolean }) {
  return (
    <ul
      aria-label="Legend: how boxes changed"
      className="flex min-h-8 min-w-0 flex-1 flex-wrap content-center items-center low:min-h-4 gap-x-4 text-xs text-muted"
    >
      <li className="flex items-center gap-1.5">
        less
        <span aria-hidden className="flex h-2.5 overflow-hidden rounded-[2px] border border-line">
          {gradient.map((step) => (
            <span key={step} className="w-3" style={{ background: deltaColour(step, theme) }} />
          ))}
        </span>
        more {delta === 'self' ? 'self' : 'total'}
      </li>
      <LegendItem
        background={`repeating-linear-gradient(135deg, transparent 0 3px, var(--color-ink) 3px 4px), ${deltaColour(1, theme)}`}
        text="only after"
      />
      <LegendItem background={deltaColour(-1, theme)} text="only before" border="border-dashed border-ink" />
      <LegendItem background={deltaColour(0, theme)} text={fade ? 'the same, or not significant' : 'the same'} />
    </ul>
  )
}

function LegendItem({
  background,
  text,
  border = 'rounded-[2px] border-line',
}: {
  background: string
  text: string
  border?: string
}) {
  return (
    <li className="flex items-center gap-1.5">
      <span aria-hidden className={`h-2.5 w-5 border ${border}`} style={{ background }} />
      {text}
    </li>
  )
}

/** Gives the same legend for an exported image. */
function createDeltaLegend(theme: Theme, fade: boolean): { readonly colour: string; readonly text: string }[] {
  return [
    { colour: deltaColour(-1, theme), text: 'less; dashed: only before' },
    { colour: deltaColour(-0.2, theme), text: 'a third less' },
    { colour: deltaColour(0, theme), text: fade ? 'the same, or not significant' : 'the same' },
    { colour: deltaColour(0.2, theme), text: 'half more' },
    { colour: deltaColour(1, theme), text: 'more; hatched: only after' },
  ]
}
