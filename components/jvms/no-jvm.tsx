'use client'
import { CloudOff, Coffee, Play } from 'lucide-react'
import type { DemoState } from '../../lib/contract/health.ts'
import type { HealthCheck } from '../../lib/health-checks.ts'
import { useMay } from '../access/use-may.tsx'
import { ProblemView } from '../problem-view.tsx'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { Spinner } from '../ui/spinner.tsx'
import { useDemo } from './use-demo.ts'

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

/** No JVM is known, and the collector does not answer: some may run. Why it does not is said at the top of the page. */
export function UnknownJvms() {
  return (
    <EmptyState icon={<CloudOff size={24} aria-hidden />} title="It is not known which JVMs run on this host">
      <p className="max-w-prose text-muted">
        The collector, which looks for them, does not answer. They are listed here as soon as it does.
      </p>
    </EmptyState>
  )
}
