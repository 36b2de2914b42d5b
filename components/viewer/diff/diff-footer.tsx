'use client'
import { Keyboard } from 'lucide-react'
import { Minimap } from '../../flame-graph/minimap/minimap.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { DeltaLegend } from './delta-legend.tsx'
import type { Diff } from './use-diff.ts'
import type { Viewer } from '../state/use-viewer.ts'

/** What colours and shapes mean, what the pointer is on, where in the whole one is. */
export function DiffFooter({ viewer, diff, hovered }: { viewer: Viewer; diff: Diff; hovered: number }) {
  const { drawn, viewing, theme, graph, scene, setPanel } = viewer
  const { comparison, tab } = viewing.view
  return (
    <footer className="flex items-center gap-x-3 border-t border-line bg-surface px-3 py-1">
      <div className="relative flex min-w-0 flex-1">
        <DeltaLegend theme={theme} delta={comparison.delta} fade={comparison.fade} />
        <p
          data-testid="hovered-frame"
          className="pointer-events-none absolute inset-y-0 right-0 hidden max-w-[65%] truncate bg-surface pl-4 text-right text-xs leading-8 text-muted empty:hidden lg:block"
        >
          {hovered >= 0 && hovered < drawn.tree.length ? diff.lineOf(hovered) : ''}
        </p>
      </div>
      {tab === 'graph' || tab === 'callers' ? (
        <Minimap
          graph={graph}
          scene={scene}
          className="h-8 w-44 shrink-0 rounded-[3px] border border-line max-sm:hidden"
        />
      ) : null}
      <span className="contents max-sm:hidden">
        <IconButton label="Keys (?)" size="small-icon" onClick={() => setPanel('keys')}>
          <Keyboard size={14} aria-hidden />
        </IconButton>
      </span>
    </footer>
  )
}
