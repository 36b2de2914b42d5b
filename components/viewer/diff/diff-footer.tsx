'use client'
import { Keyboard } from 'lucide-react'
import { Minimap } from '../../flame-graph/minimap/minimap.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import type { Diff } from './use-diff.ts'
import type { Viewer } from '../state/use-viewer.ts'
import { deltaColour } from '../../../lib/profile/colour/delta-colours.ts'
import type { Theme } from '../../../lib/profile/colour/colour.ts'
import type { DeltaKind } from '../../../lib/profile/compare/merged-tree/comparison.ts'

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

/** The same for a picture. */
export function deltaLegend(theme: Theme): { readonly colour: string; readonly text: string }[] {
  return [
    { colour: deltaColour(-1, 1, theme), text: 'less; dashed: gone' },
    { colour: deltaColour(-0.2, 1, theme), text: 'a third less' },
    { colour: deltaColour(0, 1, theme), text: 'the same, or within noise' },
    { colour: deltaColour(0.2, 1, theme), text: 'half more' },
    { colour: deltaColour(1, 1, theme), text: 'more; hatched: new' },
  ]
}

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
