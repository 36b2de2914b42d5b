'use client'
import { useLive } from '../live/use-live.tsx'
import { ProblemView } from '../problem-view.tsx'

/** What all below it on the page waits for. Nothing while the dashboard answers. */
export function DashboardAway() {
  const isAway = useLive((state) => state.connection === 'away')
  return isAway ? <ProblemView problem={problem} className="mb-4" /> : null
}

const problem = {
  code: 'web-unreachable',
  title: 'The dashboard does not answer.',
  remedy:
    'Its profiles are kept. Start it on its host with `npm start`: this page reconnects by itself, and is as it was last seen until then.',
}
