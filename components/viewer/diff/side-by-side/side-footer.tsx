'use client'
import { Keyboard } from 'lucide-react'
import { IconButton } from '../../../ui/icon-button.tsx'
import { ColourLegend } from '../../colours/colour-legend.tsx'
import { readKeptRules } from '../../colours/stored-colour-rules.ts'
import type { Viewing } from '../../state/view-store.ts'
import type { Pane } from './use-side-panes.ts'

/** What the colours mean; the shares are those of the side that was touched last. */
export function SideFooter({ viewing: { view, change }, active: { viewer } }: { viewing: Viewing; active: Pane }) {
  const { colours, theme, setPanel } = viewer
  return (
    <footer className="flex shrink-0 items-center gap-x-3 border-t border-line bg-surface px-3 py-1">
      <ColourLegend
        mode={view.colour}
        onMode={(colour) => {
          if (colour !== 'rules' || view.rules.length > 0) return change({ colour }, 'push')
          const kept = readKeptRules()
          if (kept.length > 0) change({ colour, rules: kept }, 'push')
          else setPanel('rules')
        }}
        onEditRules={() => setPanel('rules')}
        entries={colours.legend}
        theme={theme}
      />
      <span className="contents max-sm:hidden">
        <IconButton label="Keys (?)" size="small-icon" onClick={() => setPanel('keys')}>
          <Keyboard size={14} aria-hidden />
        </IconButton>
      </span>
    </footer>
  )
}
