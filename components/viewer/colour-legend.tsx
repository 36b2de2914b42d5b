import { type ColourMode } from '../../lib/profile/colour-group.ts'
import { groupColour, type Theme } from '../../lib/profile/colour.ts'
import { type LegendEntry } from '../../lib/profile/legend.ts'
import { Name } from '../ui/name.tsx'
import { Select } from '../ui/select.tsx'
import { formatShare } from '../units.ts'

/** What each colour means here, and how much self time has it; and the choice of what the colours are for. */
export function ColourLegend({
  mode,
  onMode,
  entries,
  theme,
}: {
  mode: ColourMode
  onMode: (mode: ColourMode) => void
  entries: readonly LegendEntry[]
  theme: Theme
}) {
  return (
    <div className="flex min-w-0 items-center gap-3">
      <Select
        aria-label="Colours"
        className="shrink-0 [&_select]:h-7"
        value={mode}
        onChange={(event) => onMode(event.target.value === 'package' ? 'package' : 'kind')}
      >
        <option value="kind">By kind</option>
        <option value="package">By package</option>
      </Select>
      <ul
        aria-label="Legend: share of self time by colour"
        className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-0.5 text-xs text-muted"
      >
        {entries.map(({ group, share }) => (
          <li
            key={`${group.palette} ${group.label}`}
            title={`${formatShare(share)} of self time`}
            className="flex min-w-0 items-center gap-1.5"
          >
            <span
              aria-hidden
              className="size-2.5 shrink-0 rounded-[2px] border border-line"
              style={{ background: groupColour(group, theme) }}
            />
            <Name text={group.label} className="max-w-56" />
            {share < 0.0005 ? null : <span className="figures">{formatShare(share)}</span>}
          </li>
        ))}
      </ul>
    </div>
  )
}
