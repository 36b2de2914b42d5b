'use client'
import { Keyboard } from 'lucide-react'
import type { ColourMode } from '../../../lib/profile/colour/colour-group.ts'
import { Minimap } from '../../flame-graph/minimap/minimap.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { ColourLegend } from '../colours/colour-legend.tsx'
import { describeNode, lineOfNode } from '../details/describe-frame.ts'
import { readKeptRules } from '../colours/stored-colour-rules.ts'
import type { Viewer } from '../state/use-viewer.ts'

/** What the colours mean, what the pointer is on, where in the whole one is. */
export function ViewerFooter({ viewer, hovered }: { viewer: Viewer; hovered: number }) {
  const { drawn, drawing, viewing, colours, theme, unit, graph, scene, setPanel } = viewer
  const { view, change } = viewing
  const choose = (colour: ColourMode) => {
    if (colour !== 'rules' || view.rules.length > 0) return change({ colour }, 'push')
    const kept = readKeptRules()
    if (kept.length > 0) change({ colour, rules: kept }, 'push')
    else setPanel('rules')
  }
  return (
    <footer className="flex items-center gap-x-3 border-t border-line bg-surface px-3 py-1">
      <div className="relative flex min-w-0 flex-1">
        <ColourLegend
          mode={view.colour}
          onMode={choose}
          onEditRules={() => setPanel('rules')}
          entries={colours.legend}
          theme={theme}
        />
        <p
          data-testid="hovered-frame"
          className="pointer-events-none absolute inset-y-0 right-0 hidden max-w-[65%] truncate bg-surface pl-4 text-right text-xs leading-8 text-muted empty:hidden lg:block"
        >
          {hovered >= 0 && hovered < drawn.tree.length
            ? lineOfNode(describeNode(drawn, hovered, drawing.zoomNode, drawing.range), unit)
            : ''}
        </p>
      </div>
      {view.tab === 'graph' ? (
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
