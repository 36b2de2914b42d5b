'use client'
import { Save } from 'lucide-react'
import { useState } from 'react'
import type { Capture } from '../../../lib/contract.ts'
import { useMay } from '../../access/use-may.tsx'
import { callApi } from '../../api/call-api.ts'
import { Button } from '../../ui/button.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { showProblem } from '../../ui/toast.tsx'

/** Ends a capture under way: keep what it has, or throw it away. */
export function CaptureActions({ capture, onAnswer }: { capture: Capture; onAnswer: (capture: Capture) => void }) {
  const [asking, setAsking] = useState<'save' | 'cancel' | null>(null)
  const ask = (what: 'save' | 'cancel') => {
    setAsking(what)
    callApi(`/api/v1/captures/${capture.id}/${what}`, { method: 'POST', answer: 'capture' })
      .then(onAnswer)
      .catch(showProblem)
      .finally(() => setAsking(null))
  }
  const may = useMay()
  if (!may('capture')) return null
  const { mode, seconds } = capture.request
  const isRecorder = mode === 'flight-recorder'
  return (
    <>
      {capture.state === 'recording' ? (
        <Button look={isRecorder ? 'primary' : 'secondary'} onClick={() => ask('save')} disabled={asking !== null}>
          {asking === 'save' ? <Spinner /> : <Save size={14} aria-hidden />}
          {isRecorder ? `Save the last ${seconds} s` : 'Stop and keep'}
        </Button>
      ) : null}
      <Button onClick={() => ask('cancel')} disabled={asking !== null}>
        {asking === 'cancel' ? <Spinner /> : null}
        Cancel
      </Button>
    </>
  )
}
