'use client'
import { Square } from 'lucide-react'
import type { DemoState } from '../../lib/contract.ts'
import { useMay } from '../access/use-may.tsx'
import { Button } from '../ui/button.tsx'
import { Spinner } from '../ui/spinner.tsx'
import { useDemo } from './use-demo.ts'

/** Stops the demo service while it runs; says what it is doing while it comes and goes. */
export function DemoControl({ demo }: { demo: DemoState }) {
  const { isBusy, run } = useDemo(demo)
  const may = useMay()
  if (demo.state === 'stopped' || demo.state === 'failed') return null
  if (isBusy) {
    return (
      <span role="status" className="flex items-center gap-2 text-muted">
        <Spinner />
        {demo.step || 'Working on the demo service'}
      </span>
    )
  }
  if (!may('capture')) return null
  return (
    <Button look="ghost" onClick={() => run('stop')}>
      <Square size={12} aria-hidden />
      Stop the demo service
    </Button>
  )
}
