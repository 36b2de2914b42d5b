import { deltaColour } from '../../../lib/profile/delta-colours.ts'
import type { Theme } from '../../../lib/profile/colour.ts'
import type { DeltaKind } from '../../../lib/profile/comparison.ts'

const gradient = [-1, -0.5, -0.2, 0, 0.2, 0.5, 1]

/** What colours and shapes of a comparison mean. Shapes say what colours alone would not. */
export function DeltaLegend({ theme, delta, fade }: { theme: Theme; delta: DeltaKind; fade: boolean }) {
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
export function deltaLegend(theme: Theme): { readonly colour: string; readonly text: string }[] {
  return [
    { colour: deltaColour(-1, 1, theme), text: 'less; dashed: gone' },
    { colour: deltaColour(-0.2, 1, theme), text: 'a third less' },
    { colour: deltaColour(0, 1, theme), text: 'the same, or within noise' },
    { colour: deltaColour(0.2, 1, theme), text: 'half more' },
    { colour: deltaColour(1, 1, theme), text: 'more; hatched: new' },
  ]
}
