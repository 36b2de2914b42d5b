'use client'
import { ChevronDown, ChevronUp, Keyboard } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Minimap } from '../../flame-graph/minimap/minimap.tsx'
import { classNames } from '../../ui/class-names.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { nameWhole } from '../tree/describe-frame.ts'
import { ColourLegend } from '../colours/colour-legend.tsx'
import { FrameDetails } from '../details/frame-details.tsx'
import type { Viewer } from '../state/use-viewer.ts'

/** Parts below two graphs that differ from those below one. */
export interface FooterParts {
  readonly details?: ReactNode
  readonly legend?: ReactNode
  /** Which legend's shares are shown, where two graphs have a legend each. */
  readonly legendSide?: string | undefined
  /** Controls of the colours and widths that the legend explains. */
  readonly legendControls?: ReactNode
}

/**
 * Below the graphs: the selected frame, the legend, the minimap where there is one graph. On a phone on its side one
 * line, which opens them.
 */
export function ViewerFooter({
  viewer,
  hasMinimap,
  details,
  legend,
  legendSide,
  legendControls,
}: FooterParts & { viewer: Viewer; hasMinimap: boolean }) {
  const [isOpen, setOpen] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    // With it what it opened above itself, which may be below the end of the window.
    if (isOpen) opener.current!.scrollIntoView({ block: 'nearest' })
  }, [isOpen])
  const Arrow = isOpen ? ChevronDown : ChevronUp
  return (
    <>
      {/* What is said of a selection stays. */}
      <div className={classNames('contents', !isOpen && 'flat:[&>:not([role=status])]:hidden')}>
        {details ?? <FrameDetails viewer={viewer} />}
        <footer className="relative flex shrink-0 items-center gap-x-3 border-t border-line bg-surface px-3 py-1">
          <div className="flex min-w-0 flex-1">
            {legend ?? (
              <ColourLegend
                legend={viewer.colours.legend}
                side={legendSide}
                whole={nameWhole(viewer.model)}
                hasTiers={viewer.scene.tiers !== null && viewer.viewing.view.tab === 'graph'}
                theme={viewer.theme}
                viewing={viewer.viewing}
                onRules={() => viewer.setPanel('rules')}
              />
            )}
          </div>
          {legendControls}
          {hasMinimap ? (
            <Minimap
              graph={viewer.graph}
              scene={viewer.scene}
              className={classNames(
                'h-8 w-44 shrink-0 rounded-[3px] border border-line max-md:hidden low:max-lg:hidden',
                legendControls !== undefined && 'max-wide:hidden',
              )}
            />
          ) : null}
          <span className="contents max-sm:hidden touch:hidden">
            <IconButton label="Keys (?)" size="small-icon" onClick={() => viewer.setPanel('keys')} icon={Keyboard} />
          </span>
        </footer>
      </div>
      <button
        ref={opener}
        type="button"
        aria-expanded={isOpen}
        className="hidden h-7 shrink-0 items-center gap-2 border-t border-line bg-surface px-3 text-xs text-muted flat:flex"
        onClick={() => setOpen(!isOpen)}
      >
        <span className="min-w-0 flex-1 truncate text-left font-mono">{viewer.texts.line(viewer.currentNode)}</span>
        Details and colours
        <Arrow size={14} aria-hidden />
      </button>
    </>
  )
}
