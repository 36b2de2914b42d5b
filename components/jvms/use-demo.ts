import { useState } from 'react'
import type { DemoState } from '../../lib/contract/health.ts'
import { callApi } from '../api/call-api.ts'
import { showProblem } from '../ui/toast.tsx'

/** Starts and stops the demo service. `isBusy` while either is under way, here or in another tab. */
export function useDemo(demo: DemoState): { isBusy: boolean; run: (action: 'start' | 'stop') => void } {
  const [isAsking, setIsAsking] = useState(false)
  const run = (action: 'start' | 'stop') => {
    setIsAsking(true)
    callApi('/api/v1/demo', { method: 'POST', body: { action }, answer: 'demoState' })
      .catch(showProblem)
      .finally(() => setIsAsking(false))
  }
  return { isBusy: isAsking || demo.state === 'starting' || demo.state === 'stopping', run }
}
