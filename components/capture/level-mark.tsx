import { CircleCheck, CircleSlash, TriangleAlert } from 'lucide-react'
import type { Readiness } from '../../lib/contract/doctor.ts'

/** Icon, colour and text of each level of readiness. */
export const readinessLevels = {
  ready: { Icon: CircleCheck, tone: 'text-good', text: 'Ready', about: 'nothing stands in the way' },
  degraded: { Icon: TriangleAlert, tone: 'text-warn', text: 'Degraded', about: 'works; the graph will lack something' },
  blocked: { Icon: CircleSlash, tone: 'text-bad', text: 'Blocked', about: 'cannot work until this is repaired' },
} as const

/**
 * The icon of a level, hidden from screen readers: the caller writes the level beside it. `isMuted`: grey instead of
 * the colour of the level.
 */
export function LevelMark({
  level,
  size = 14,
  isMuted = false,
}: {
  level: Readiness['level']
  size?: number
  isMuted?: boolean
}) {
  const { Icon, tone } = readinessLevels[level]
  return <Icon size={size} aria-hidden className={`shrink-0 ${isMuted ? 'text-faint' : tone}`} />
}

/** Legend of the doctor's table of engines, events and vantages. */
export function LevelLegend() {
  return (
    <ul className="mb-2 flex flex-wrap gap-x-5 gap-y-1 text-xs text-muted">
      {(['ready', 'degraded', 'blocked'] as const).map((level) => (
        <li key={level} className="flex items-center gap-1.5">
          <LevelMark level={level} />
          {readinessLevels[level].text}: {readinessLevels[level].about}
        </li>
      ))}
      <li className="flex items-center gap-1.5">
        <LevelMark level="blocked" isMuted />
        Blocked in one place: the other works
      </li>
      <li>
        <span className="text-ink">host</span>: the engine runs beside the collector&nbsp;·{' '}
        <span className="text-ink">helper</span>: in a container made for the capture
      </li>
    </ul>
  )
}
