'use client'
import Link from 'next/link'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { captureStateLabels } from '../../lib/contract/capture-labels.ts'
import type { Capture } from '../../lib/contract/capture.ts'
import { type EngineId, engineTable } from '../../lib/contract/engines.ts'
import { enginesOfWay, type PodWay, podWayTitles } from '../../lib/contract/pod-ways.ts'
import type { Pod, PodReport } from '../../lib/contract/pods.ts'
import { visibleText } from '../../lib/profile/view/visible-text.ts'
import { useMay } from '../access/use-may.tsx'
import { asProblem } from '../api/as-problem.ts'
import { callApi } from '../api/call-api.ts'
import { useTypedAnswer } from '../api/use-typed-answer.ts'
import { secondsPresets } from '../capture/capture-choice.ts'
import { FindingList } from '../capture/finding-list.tsx'
import { Button, buttonClass } from '../ui/button.tsx'
import { Dialog, DialogActions } from '../ui/dialog.tsx'
import { Segmented } from '../ui/segmented.tsx'
import { Select } from '../ui/select.tsx'
import { Spinner } from '../ui/spinner.tsx'
import { showProblem } from '../ui/toast.tsx'
import { isPodBlocked, listRefusedWays, type PodWayChoice, podWayChoices, resolveWay } from './pod-ways.ts'
import { TextWithCode } from '../ui/text-with-code.tsx'

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
        {captureStateLabels[capture.state].now}
      </Link>
    )
  return may('capture') ? <AskAndProfile pod={pod} /> : null
}

function AskAndProfile({ pod }: { pod: Pod }) {
  const router = useRouter()
  const [isOpen, setIsOpen] = useState(false)
  const [isStarting, setIsStarting] = useState(false)
  const [seconds, setSeconds] = useState('30')
  const [chosenEngine, setEngine] = useState<'auto' | EngineId>('auto')
  const [podWay, setPodWay] = useState<PodWayChoice>('auto')
  const examined = useTypedAnswer(isOpen ? pod.id : null, examine, 0)
  const way = resolveWay(podWay, examined?.answer ?? null)
  const engines = ['auto', ...enginesOfWay(way ?? 'job')] as const
  const engine = engines.includes(chosenEngine) ? chosenEngine : 'auto'
  const name = visibleText(`${pod.namespace}/${pod.name}`)
  const start = async () => {
    if (isStarting) return
    setIsStarting(true)
    try {
      const body = { targetId: pod.id, seconds: Number(seconds), engine, podWay }
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
        isBusy={isStarting}
        onOpenChange={setIsOpen}
        title={`Profile ${name}`}
        about={way === null ? 'Looks for a JVM in this container and records it.' : describeWay(way, pod)}
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
              choices={engines}
              textOf={(one) => (one === 'auto' ? 'The best that works' : engineTable[one].title)}
              onChange={setEngine}
            />
          </label>
          <div className="flex items-center justify-between gap-2">
            <span className="text-muted">By</span>
            <Segmented label="By" value={podWay} choices={wayChoices} onChange={setPodWay} />
          </div>
          <PermittedWays choice={podWay} examined={examined} />
          <DialogActions>
            <Button
              type="submit"
              variant="primary"
              disabled={isStarting || isPodBlocked(podWay, examined?.answer ?? null)}
            >
              {isStarting ? <Spinner /> : null}
              Profile for {seconds} s
            </Button>
          </DialogActions>
        </div>
      </Dialog>
    </>
  )
}

const wayTitles: Readonly<Record<PodWayChoice, string>> = { auto: 'Auto', ...podWayTitles }
const wayChoices = podWayChoices.map((value) => ({ value, text: wayTitles[value] }))

const examine = (podId: string, signal: AbortSignal) =>
  callApi(`/api/v1/pods/${podId}/doctor`, { method: 'POST', answer: 'podReport', signal })

function describeWay(way: PodWay, { node, container }: Pod): string {
  const jvm = `a JVM in container ${visibleText(container)}`
  return way === 'job'
    ? `A Job on node ${visibleText(node)} looks for ${jvm}, records it, and is removed. The pod stays as it is.`
    : `A container that is added to the pod looks for ${jvm}, records it as the JVM's user, and ends. Kubernetes keeps it listed in the pod until the pod is deleted.`
}

/** Says what keeps the cluster from the refused ways. */
function PermittedWays({
  choice,
  examined,
}: {
  choice: PodWayChoice
  examined: ReturnType<typeof useTypedAnswer<PodReport>>
}) {
  if (examined === null) return <p className="text-muted">Asking the cluster what it permits…</p>
  if (examined.answer === null)
    return (
      <p className="text-warn">
        <TextWithCode text={`What the cluster permits is not known: ${asProblem(examined.error).title}`} />
      </p>
    )
  return listRefusedWays(choice, examined.answer).map(({ way, findings }) => (
    <section key={way} aria-label={podWayTitles[way]} className="flex flex-col gap-1">
      <h3 className="font-medium">{podWayTitles[way]}</h3>
      <FindingList findings={findings} />
    </section>
  ))
}
