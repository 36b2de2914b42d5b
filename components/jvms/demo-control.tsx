'use client'
import { Play, CircleStop } from 'lucide-react'
import type { DemoState } from '../../lib/contract/health.ts'
import { useMay } from '../access/use-may.tsx'
import { Button } from '../ui/button.tsx'
import { Spinner } from '../ui/spinner.tsx'
import { useDemo } from './use-demo.ts'

/** Starts and stops the demo service beside other JVMs; says what it is doing while it comes and goes. */
export function DemoControl({ demo }: { demo: DemoState }) {
  const { isBusy, run } = useDemo(demo)
  const may = useMay()
  if (isBusy) {
    return (
      <span role="status" className="flex items-center gap-2 text-muted">
        <Spinner />
        {demo.step || 'Working on the demo service'}
      </span>
    )
  }
  if (!may('capture')) return null
  const isRunning = demo.state === 'running'
  return (
    <Button
      variant="ghost"
      title={demo.problem?.title}
      onClick={() => run(isRunning ? 'stop' : 'start')}
      icon={isRunning ? CircleStop : Play}
      iconSize={12}
    >
      {/* On a phone beside the choice of the order. */}
      <span>
        {isRunning ? 'Stop' : 'Start'} the demo<span className="max-sm:sr-only"> service</span>
      </span>
    </Button>
  )
}
