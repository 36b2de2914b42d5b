import type { ExperimentSummary } from '../../lib/contract/experiments.ts'
import { Badge } from '../ui/badge.tsx'

const states = {
  'under-way': { tone: 'ember', text: 'Under way' },
  interrupted: { tone: 'warn', text: 'Interrupted' },
  ended: { tone: 'neutral', text: 'Ended' },
} as const

/** As it was last reported: a command that was killed cannot say so. */
export function ExperimentState({ state }: Pick<ExperimentSummary, 'state'>) {
  const { tone, text } = states[state]
  return <Badge tone={tone}>{text}</Badge>
}
