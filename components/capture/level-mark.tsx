import { CircleCheck, CircleSlash, TriangleAlert } from 'lucide-react'
import type { Readiness } from '../../lib/contract/doctor.ts'

export const levels = {
  ready: { Icon: CircleCheck, tone: 'text-good', text: 'Ready', about: 'nothing stands in the way' },
  degraded: { Icon: TriangleAlert, tone: 'text-warn', text: 'Degraded', about: 'works; the graph will lack something' },
  blocked: { Icon: CircleSlash, tone: 'text-bad', text: 'Blocked', about: 'cannot work until this is repaired' },
} as const

/** A level by shape and colour; the word is beside it or read aloud. Muted where nothing depends on it. */
export function LevelMark({
  level,
  size = 14,
  isMuted = false,
}: {
  level: Readiness['level']
  size?: number
  isMuted?: boolean
}) {
  const { Icon, tone } = levels[level]
  return <Icon size={size} aria-hidden className={`shrink-0 ${isMuted ? 'text-faint' : tone}`} />
}

/** What the marks in the matrix mean. */
export function LevelLegend() {
  return (
    <ul className="mb-2 flex flex-wrap gap-x-5 gap-y-1 text-xs text-muted">
      {(['ready', 'degraded', 'blocked'] as const).map((level) => (
        <li key={level} className="flex items-center gap-1.5">
          <LevelMark level={level} />
          {levels[level].text}: {levels[level].about}
        </li>
      ))}
      <li>
        <span className="text-ink">host</span>: the engine runs beside the collector ·{' '}
        <span className="text-ink">helper</span>: in a container made for the capture
      </li>
    </ul>
  )
}
