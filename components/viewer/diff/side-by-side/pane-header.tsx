'use client'
import { Minimap } from '../../../flame-graph/minimap/minimap.tsx'
import { Name } from '../../../ui/name.tsx'
import { formatShare } from '../../../format/units.ts'
import { keepThreads, keptThreads } from '../../filters/filter-changes.ts'
import { wordsOfFilter } from '../../filters/filter-labels.ts'
import { removedShares } from '../../filters/removed-shares.ts'
import { ThreadPanel } from '../../threads/thread-panel.tsx'
import { formatWeight } from '../../../format/weight.ts'
import { ownFilters } from './side-filters.ts'
import { sideTitles } from './side.ts'
import type { Pane } from './use-side-panes.ts'

/** Which side this is, how much of its recording is shown, and whose threads. */
export function PaneHeader({ pane: { side, viewer, summary }, isActive }: { pane: Pane; isActive: boolean }) {
  const { drawn, unit, facts, filters, graph, scene, viewing, panel, setPanel } = viewer
  const own = ownFilters(filters.list).map((filter) => {
    const { does, to } = wordsOfFilter(filter)
    return `${does} ${to}`
  })
  const removed = removedShares(drawn, filters.list).all
  return (
    <header className="flex min-h-9 min-w-0 items-center gap-2 border-b border-line bg-surface px-3 py-1">
      <h2
        className={`shrink-0 rounded-md border px-1.5 text-xs leading-5 ${isActive ? 'border-edge bg-sunken font-semibold text-ink' : 'border-line text-muted'}`}
      >
        {sideTitles[side]}
      </h2>
      <Name text={summary.name} className="shrink-[2]" />
      {own.length > 0 ? <Name text={own.join(', ')} className="shrink-[3] text-muted max-lg:hidden" /> : null}
      <p data-testid={`total-${side}`} className="figures shrink-0 text-muted">
        {formatWeight(drawn.tree.total[0]!, unit)}
        {removed > 0 ? <span className="font-sans"> ({formatShare(removed)} removed)</span> : null}
      </p>
      <span className="flex-1" />
      {viewing.view.tab === 'graph' ? (
        <Minimap graph={graph} scene={scene} className="h-7 w-28 shrink-0 rounded-[3px] max-xl:hidden" />
      ) : null}
      {facts && facts.threads.length > 1 ? (
        <ThreadPanel
          facts={facts}
          chosen={keptThreads(filters.list)}
          onChoose={(threads) => filters.change(keepThreads(filters.list, threads))}
          open={panel === 'threads'}
          onOpenChange={(isOpen) => setPanel(isOpen ? 'threads' : null)}
        />
      ) : null}
    </header>
  )
}
