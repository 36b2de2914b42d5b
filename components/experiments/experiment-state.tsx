import { type ExperimentSummary, stateAt } from '../../lib/contract/experiments.ts'
import { useNow } from '../live/use-now.tsx'
import { Badge } from '../ui/badge.tsx'

const states = {
  'under-way': { tone: 'ember', text: 'Under way' },
  'broken-off': { tone: 'warn', text: 'Broken off' },
  interrupted: { tone: 'warn', text: 'Interrupted' },
  ended: { tone: 'neutral', text: 'Ended' },
} as const

/** A command that was killed cannot say so: it is broken off when its next report does not come. */
export function ExperimentState(experiment: Pick<ExperimentSummary, 'state' | 'dueAt'>) {
  const { tone, text } = states[stateAt(experiment, useNow())]
  return <Badge tone={tone}>{text}</Badge>
}
