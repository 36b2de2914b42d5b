'use client'
import { Coffee, Play, CircleStop } from 'lucide-react'
import { useState } from 'react'
import type { DemoState } from '../../lib/contract/health.ts'
import type { HealthCheck } from '../../lib/health-checks.ts'
import { useMay } from '../access/use-may.tsx'
import { ProblemView } from '../problem-view.tsx'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { Spinner } from '../ui/spinner.tsx'
import { callApi } from '../api/call-api.ts'
import { showProblem } from '../ui/toast.tsx'

/** Starts and stops the demo service. `isBusy` while either is under way, here or in another tab. */
function useDemo(demo: DemoState): { isBusy: boolean; run: (action: 'start' | 'stop') => void } {
  const [isAsking, setIsAsking] = useState(false)
  const run = (action: 'start' | 'stop') => {
    setIsAsking(true)
    callApi('/api/v1/demo', { method: 'POST', body: { action }, answer: 'demoState' })
      .catch(showProblem)
      .finally(() => setIsAsking(false))
  }
  return { isBusy: isAsking || demo.state === 'starting' || demo.state === 'stopping', run }
}

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

/** No JVM runs: says where Hearth looked, and offers one to play with. */
export function NoJvm({ demo, health }: { demo: DemoState; health: readonly HealthCheck[] }) {
  const { isBusy, run } = useDemo(demo)
  const may = useMay()
  const hasDocker = health.every((check) => check.ok || check.code !== 'docker')
  return (
    <EmptyState icon={<Coffee size={24} aria-hidden />} title="No JVM is running on this host">
      <p className="max-w-prose text-muted">
        Hearth looked at every process here, in containers or not, for one that has libjvm.so mapped. Start a Java
        service and it shows up within two seconds, as it is: no label, no agent, no restart.
        {hasDocker ? '' : ' Docker does not answer, so containers would be listed without their names.'}
      </p>
      {demo.problem ? <ProblemView problem={demo.problem} className="w-full max-w-prose" /> : null}
      {may('capture') ? (
        <div className="flex flex-wrap items-center gap-3">
          <Button variant="primary" disabled={isBusy} onClick={() => run('start')}>
            {isBusy ? <Spinner /> : <Play size={14} aria-hidden />}
            Start the demo service
          </Button>
          <span role="status" className="text-muted">
            {isBusy
              ? demo.step || 'Starting'
              : 'A small Java web shop with a planted performance bug and its own load.'}
          </span>
        </div>
      ) : null}
    </EmptyState>
  )
}
