'use client'
import Link from 'next/link'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import type { Capture } from '../../lib/contract/capture.ts'
import { engineIds, engineTable } from '../../lib/contract/engines.ts'
import type { Pod } from '../../lib/contract/pods.ts'
import { visibleText } from '../../lib/profile/view/visible-text.ts'
import { useMay } from '../access/use-may.tsx'
import { callApi } from '../api/call-api.ts'
import { secondsPresets } from '../capture/capture-choice.ts'
import { stateLabels } from '../capture/capture-phase.ts'
import { Button, buttonClass } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Segmented } from '../ui/segmented.tsx'
import { Select } from '../ui/select.tsx'
import { Spinner } from '../ui/spinner.tsx'
import { showProblem } from '../ui/toast.tsx'

/** Nothing for those who may not; the capture under way where there is one. */
export function ProfilePodButton({ pod, capture }: { pod: Pod; capture: Capture | undefined }) {
  const may = useMay()
  if (capture)
    return (
      <Link
        href={`/captures/${capture.id}`}
        prefetch={false}
        className={buttonClass({ size: 'small' }, 'border-ember/60 min-w-0 px-2')}
      >
        {stateLabels[capture.state].now}
      </Link>
    )
  return may('capture') ? <AskAndProfile pod={pod} /> : null
}

const engineChoices = ['auto', ...engineIds] as const

function AskAndProfile({ pod }: { pod: Pod }) {
  const router = useRouter()
  const [isOpen, setIsOpen] = useState(false)
  const [isStarting, setIsStarting] = useState(false)
  const [seconds, setSeconds] = useState('30')
  const [engine, setEngine] = useState<(typeof engineChoices)[number]>('auto')
  const name = visibleText(`${pod.namespace}/${pod.name}`, 80)
  const start = async () => {
    if (isStarting) return
    setIsStarting(true)
    try {
      const body = { targetId: pod.id, seconds: Number(seconds), engine }
      const capture = await callApi('/api/v1/captures', { method: 'POST', body, answer: 'capture' })
      router.push(`/captures/${capture.id}`)
    } catch (error) {
      showProblem(error)
      setIsStarting(false)
    }
  }
  return (
    <>
      <Button variant="ember" size="small" aria-label={`Profile ${name}`} onClick={() => setIsOpen(true)}>
        Profile
      </Button>
      <Dialog
        open={isOpen}
        onOpenChange={setIsOpen}
        title={`Profile ${name}`}
        about={`A Job on node ${visibleText(pod.node, 60)} looks for a JVM in container ${visibleText(pod.container, 60)}, records it, and is removed. The pod stays as it is.`}
        onSubmit={() => void start()}
      >
        <div className="flex flex-col gap-3">
          <div className="flex items-center justify-between gap-2">
            <span className="text-muted">Seconds</span>
            <Segmented
              label="Seconds"
              value={seconds}
              choices={secondsPresets.map((preset) => ({ value: String(preset), text: String(preset) }))}
              onChange={setSeconds}
            />
          </div>
          <label className="flex items-center justify-between gap-2">
            <span className="text-muted">Engine</span>
            <Select
              className="w-44"
              value={engine}
              choices={engineChoices}
              textOf={(one) => (one === 'auto' ? 'The best that works' : engineTable[one].title)}
              onChange={setEngine}
            />
          </label>
          <Button type="submit" variant="primary" disabled={isStarting} className="self-end">
            {isStarting ? <Spinner /> : null}
            Profile for {seconds} s
          </Button>
        </div>
      </Dialog>
    </>
  )
}
