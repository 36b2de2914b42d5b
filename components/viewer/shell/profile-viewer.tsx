'use client'
import { ScrollText, TriangleAlert } from 'lucide-react'
import { type ReactNode, Suspense, useMemo, useState } from 'react'
import type { ViewerNote } from '../../../lib/contract/notes.ts'
import type { ProfileSummary } from '../../../lib/contract/profile.ts'
import { profileName } from '../../../lib/contract/profile-title.ts'
import type { SearchTerm } from '../../../lib/profile/search/search.ts'
import { viewToQuery } from '../../../lib/profile/view/view-query.ts'
import { asProblem } from '../../api/as-problem.ts'
import { ReadProblem } from '../../read-problem.tsx'
import { Button } from '../../ui/button.tsx'
import type { Baseline } from './baseline.ts'
import { findHeaviestNode } from '../tree/describe-frame.ts'
import { FewSamples } from '../quality/few-samples.tsx'
import { HotMethodSentence } from '../quality/hot-method.tsx'
import { IdleThreads } from '../quality/idle-threads.tsx'
import { selectHeading } from '../quality/select-heading.ts'
import { createStore } from '../../ui/store.ts'
import { isComparisonClient } from '../diff/worker/is-comparison-client.ts'
import { Notice, NoticeList } from './viewer-notices.tsx'
import type { ExportSource } from '../export/export-source.ts'
import { computeRemovedOfPart, computeRemovedShares } from '../filters/removed-shares.ts'
import { addChips } from '../search/search-changes.ts'
import type { ProfileBasics, ProfileFacts, ProfileSource } from '../worker/tree-messages.ts'
import { type NotesApi, useNotes } from '../notes/use-notes.ts'
import { isOpened, useProfileTree, useTreeOptions } from '../state/use-profile-tree.ts'
import { pageAddress, useView, type ViewAddress, type Viewing } from '../view/view-store.ts'
import { FirstPaintFrame } from './first-paint-frame.tsx'
import { ViewerHeader } from './viewer-header.tsx'
import { GraphView } from './graph-view.tsx'
import { lateTools } from './late-tools.ts'
import { useLate } from '../../ui/late.ts'
import { useFirstClick } from './use-first-click.ts'
import { useBusyMark } from './use-busy-mark.ts'
import { useViewerKeys } from './use-viewer-keys.ts'
import { getViewPath } from '../tree/tree-paths.ts'
import { findZoomToRead } from '../state/zoom-into.ts'
import { boxTextPx, charShare, paddingPx } from '../../../lib/profile/layout/box-look.ts'
import { frameLabel } from '../../../lib/profile/view/visible-text.ts'
import { nextComparison, wholeGraph } from '../view/view-changes.ts'

/** Shows that a comparison is being made. The key for the next mode works meanwhile. */
function ComparisonPlaceholder({ viewing }: { viewing: Viewing }) {
  useBusyMark(true)
  useViewerKeys((action) => {
    if (action === 'compare') viewing.change(nextComparison(viewing.view), 'push')
  })
  return <FirstPaintFrame boxes="" />
}

/** Methods of the viewer for the tools in its header. */
export interface ViewerTools {
  /** The view is on the screen, or the reason why it is not. Parts that open later load their scripts only then. */
  readonly isShown: boolean
  /** The view as a query, at the moment of the call. */
  readonly query: () => string
  /** From when to when there are samples, in ms since the recording began; null where none has a time. */
  readonly timeSpan: ProfileBasics['timeSpan']
  /** Gives the visible part now; null when no graph is drawn. */
  readonly getExportSource: () => ExportSource | null
  /** Both sides of a comparison as folded stacks; null where none is drawn. */
  readonly exportDifffolded: (() => Promise<Blob>) | null
}

export interface ProfileViewerProps {
  readonly summary: ProfileSummary
  /** Where the encoded profile is; the same object as long as it is the same profile. */
  readonly source: ProfileSource
  /** Its boxes from firstPaintBoxes: shown until the graph is there. */
  readonly firstPaint?: string
  /** The baseline, if any. */
  readonly baseline?: Baseline | null
  /** The address's query: the view to start with. */
  readonly query: string
  /** How the view is kept in the address. */
  readonly address?: ViewAddress
  readonly notes: readonly ViewerNote[]
  /** null where notes can only be read. */
  readonly notesApi: NotesApi | null
  readonly tools?: (viewer: ViewerTools) => ReactNode
  readonly notices?: ReactNode
}

/** A profile to explore, in the app, by a link, and in a file of its own. */
export function ProfileViewer(props: ProfileViewerProps) {
  const {
    summary,
    source,
    firstPaint = '',
    baseline = null,
    query,
    address = pageAddress,
    notesApi,
    tools,
    notices,
  } = props
  const [nodeToReveal] = useState(() => createStore(-1))
  const [exportSource] = useState(() => createStore<() => ExportSource | null>(() => null))
  const viewing = useView(query, address)
  const notes = useNotes(props.notes, notesApi)
  const { view, change } = viewing
  // A zoom makes a new view, but must not make a new tree.
  const { filters: viewFilters } = view
  const isDiff = view.comparison.mode === 'diff' && baseline?.summary.event === summary.event
  const profile = useProfileTree(source, useTreeOptions(view, isDiff), isDiff ? baseline : null)
  const { client, basics, facts, problem } = profile
  // From one mode to the other there is a moment with the tree of the one before.
  const isClickAnswered = useFirstClick(profile.model, viewing)
  const isTreeShown = isClickAnswered && (profile.model?.sides !== undefined) === isDiff
  const opened = isOpened(profile) && isTreeShown ? profile : null
  const model = opened?.model ?? null
  const search = (term: SearchTerm) => change({ ...addChips(view, [term]), tab: 'graph' }, 'push')
  // The two parts of one recording that are compared are not what is removed of it.
  const isOfParts = baseline?.summary.id === summary.id
  const removed = useMemo(() => {
    if (!model) return 0
    const shares = computeRemovedShares(model, viewFilters)
    return isOfParts ? computeRemovedOfPart(shares, viewFilters) : shares.all
  }, [model, viewFilters, isOfParts])

  const heading = useMemo(
    () => (model && facts && !baseline ? selectHeading(model, facts) : null),
    [model, facts, baseline],
  )
  const hottest = heading && (heading.hotMethod ?? heading.topClass)
  const hotNode = useMemo(() => (model && hottest ? findHeaviestNode(model, hottest.name) : -1), [model, hottest])
  const showHottest = () => {
    if (!model) return
    // The part of the window's width that its whole name takes.
    const chars = frameLabel(model, model.tree.frame[hotNode]!, view.names).length
    const leastShare = (chars * charShare * boxTextPx + 2 * paddingPx) / innerWidth
    const zoom = getViewPath(model, view.sort, findZoomToRead(model, hotNode, leastShare))
    nodeToReveal.set(hotNode)
    change({ ...wholeGraph, tab: 'graph', zoom, selected: getViewPath(model, view.sort, hotNode) }, 'push')
  }
  const hot = (
    <>
      {hottest ? (
        <HotMethodSentence
          hot={hottest}
          isTop={heading?.hotMethod === null}
          besideName={profileName(summary)}
          onShow={hotNode < 0 ? null : showHottest}
        />
      ) : null}
      {facts && !baseline ? <FewSamples findings={facts.quality.findings} /> : null}
      {heading ? (
        <IdleThreads
          share={heading.idleShare}
          filters={viewFilters}
          onFilters={(filters) => change({ filters }, 'push')}
        />
      ) : null}
    </>
  )

  const shown = { summary, viewing, notes, exportSource }
  const isShown = model !== null || problem !== null
  const lateParts = useLate(lateTools, isShown)

  return (
    <main
      id="main"
      data-busy={problem === null}
      // Where a part were lower than its text, the graph would lie over that: in a short window the page scrolls.
      className="flex h-[calc(100dvh-var(--header-height))] min-h-72 flex-col outline-none *:shrink-0"
    >
      {view.tab === 'graph' && (
        <button className="skip-link" onClick={() => document.querySelector<HTMLElement>('main [role=tree]')?.focus()}>
          Skip to the graph
        </button>
      )}
      <ViewerHeader
        summary={summary}
        provenance={basics?.provenance ?? null}
        removed={removed}
        hot={hot}
        isShown={isShown}
        baseline={baseline?.summary ?? null}
        comparison={
          baseline ? (
            <Suspense fallback={<div className="h-8 flex-1" />}>
              <baseline.views.Bar summary={summary} baseline={baseline} viewing={viewing} />
            </Suspense>
          ) : null
        }
      >
        {facts && lateParts ? <lateParts.QualityMeter quality={facts.quality} /> : null}
        {facts && lateParts ? <lateParts.FindingsMenu findings={facts.findings} onSearch={search} /> : null}
        <ProvenanceButton facts={facts} summary={summary} />
        {tools?.({
          isShown,
          query: () => viewToQuery(view).toString(),
          timeSpan: basics?.timeSpan ?? null,
          getExportSource: () => exportSource.get()(),
          exportDifffolded: client && model && isComparisonClient(client) ? () => client.difffolded(model) : null,
        })}
      </ViewerHeader>
      {notices}
      {summary.partial === null ? null : <Notice>Not the whole recording: {summary.partial}</Notice>}
      {/* Warnings that say what is missing or mixed stand here; all of them are behind Provenance. */}
      <NoticeList
        texts={(basics?.provenance.warnings ?? [])
          .filter(({ code }) =>
            ['no-samples', 'java-names-missing', 'engines-mixed', 'services-mixed', 'service-missing'].includes(code),
          )
          .map(({ text }) => text)}
      />
      {problem ? (
        <ReadProblem problem={asProblem(problem)} onRetry={() => location.reload()} className="m-4" />
      ) : opened === null ? (
        baseline ? (
          <ComparisonPlaceholder viewing={viewing} />
        ) : (
          <FirstPaintFrame boxes={firstPaint} />
        )
      ) : baseline ? (
        <Suspense fallback={<ComparisonPlaceholder viewing={viewing} />}>
          {isDiff ? (
            <baseline.views.Diff profile={opened} baseline={baseline} {...shown} />
          ) : (
            <baseline.views.Side profile={opened} baseline={baseline} {...shown} />
          )}
        </Suspense>
      ) : (
        <GraphView profile={opened} nodeToReveal={nodeToReveal} {...shown} />
      )}
    </main>
  )
}

function ProvenanceButton({ facts, summary }: { facts: ProfileFacts | null; summary: ProfileSummary }) {
  const [isOpen, setOpen] = useState(false)
  const tools = useLate(lateTools, facts !== null)
  const warnings = facts?.provenance.warnings.length ?? summary.warnings
  return (
    <>
      <Button title="Provenance" className="px-2!" disabled={!facts} onClick={() => setOpen(true)}>
        {warnings > 0 ? (
          <TriangleAlert size={14} aria-hidden className="text-warn" />
        ) : (
          <ScrollText size={14} aria-hidden />
        )}
        <span className="tight:sr-only">Provenance</span>
        {warnings > 0 ? <span className="figures">{warnings}</span> : null}
        {warnings > 0 ? <span className="sr-only">{warnings === 1 ? 'warning' : 'warnings'}</span> : null}
      </Button>
      {facts && tools ? (
        <tools.ProvenanceDialog
          provenance={facts.provenance}
          samples={facts.samples}
          total={summary.total}
          unit={summary.unit}
          open={isOpen}
          onOpenChange={setOpen}
        />
      ) : null}
    </>
  )
}
