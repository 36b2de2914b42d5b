'use client'
import { ChevronDown } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { useCallback, useMemo, useState } from 'react'
import type { Target } from '../../lib/contract/target.ts'
import { useMay } from '../access/use-may.tsx'
import { callApi } from '../api/call-api.ts'
import { useStored } from '../ui/browser-storage.ts'
import { Button } from '../ui/button.tsx'
import { classNames } from '../ui/class-names.ts'
import { Popover } from '../ui/popover.tsx'
import { Spinner } from '../ui/spinner.tsx'
import { showProblem } from '../ui/toast.tsx'
import { visibleText } from '../../lib/profile/view/visible-text.ts'
import { type CaptureChoice, parseCaptureChoice } from './capture-choice.ts'
import { CaptureForm } from './capture-form.tsx'
import { engineTable } from '../../lib/contract/engines.ts'
import { describeRequest } from './capture-labels.ts'
import { findChoiceProblem, listEngineOffers } from './choice-problems.ts'
import { useDoctor } from './doctor-store.ts'

/** Characters of a service's name in the key under which the browser stores its last choice. */
const mostServiceKeyChars = 200

const keyFor = (service: string) => `hearth.capture.${service.slice(0, mostServiceKeyChars)}`
/** The last choice for this service, kept in this browser, and a way to change it. */
function useCaptureChoice(service: string): [CaptureChoice, (choice: CaptureChoice) => void] {
  const [stored, store] = useStored(keyFor(service))
  const remember = useCallback((choice: CaptureChoice) => store(JSON.stringify(choice)), [store])
  return [useMemo(() => parseCaptureChoice(stored), [stored]), remember]
}

/**
 * Profile in one click, with the last choice made for this service; the arrow beside it opens the choice. When the
 * doctor says that it cannot work the click shows why, and what repairs it, instead of trying. Nothing for those who
 * may not.
 */
export function ProfileButton(props: ButtonProps) {
  return useMay()('capture') ? <AllowedButton {...props} /> : null
}

interface ButtonProps {
  readonly target: Target
  readonly variant?: 'ember' | 'primary'
  /** What is to be repeated, in place of the last choice. */
  readonly again?: CaptureChoice
}

function AllowedButton({ target, variant = 'ember', again }: ButtonProps) {
  const router = useRouter()
  const [lastChoice, remember] = useCaptureChoice(target.service)
  const choice = again ?? lastChoice
  const [isStarting, setIsStarting] = useState(false)
  const [isOpen, setIsOpen] = useState(false)
  const examination = useDoctor(target.id, isOpen)
  const choiceContext = { target, report: examination.report }
  const problem = findChoiceProblem(choice, choiceContext)
  const isBlocked = problem !== null
  const name = visibleText(target.container?.name ?? target.jvm.mainClass)

  const start = async (chosen: CaptureChoice) => {
    if (isStarting) return
    setIsStarting(true)
    setIsOpen(false)
    try {
      const capture = await callApi('/api/v1/captures', {
        method: 'POST',
        body: { targetId: target.id, ...chosen },
        answer: 'capture',
      })
      router.push(`/captures/${capture.id}`)
      // `isStarting` stays until the page of the capture replaces this one: a second press must not start another.
    } catch (error) {
      showProblem(error)
      setIsStarting(false)
    }
  }

  const tooltip = isBlocked ? visibleText(problem) : describeChoice(choice, choiceContext)
  const size = variant === 'primary' ? 'medium' : 'small'
  return (
    <span className="inline-flex">
      <Button
        variant={isBlocked ? 'secondary' : variant}
        size={size}
        title={tooltip}
        aria-label={again ? undefined : `Profile ${name}`}
        aria-disabled={isBlocked || isStarting || undefined}
        className="rounded-r-none border-r-0"
        onClick={() => (isBlocked ? setIsOpen(true) : void start(choice))}
      >
        {isStarting ? <Spinner /> : null}
        {again ? 'Profile again' : 'Profile'}
      </Button>
      <Popover
        title={`How to profile ${name}`}
        open={isOpen}
        onOpenChange={setIsOpen}
        className="max-h-(--radix-popover-content-available-height) w-104 max-w-[calc(100vw-1rem)] overflow-y-auto"
        trigger={
          <Button
            variant={isBlocked ? 'secondary' : variant}
            size={variant === 'primary' ? 'icon' : 'small-icon'}
            aria-label={`How to profile ${name}`}
            className={classNames(
              'rounded-l-none',
              variant === 'primary' && !isBlocked && 'border-l border-l-on-ember/30',
            )}
            icon={ChevronDown}
          />
        }
      >
        <CaptureForm
          target={target}
          choice={choice}
          examination={examination}
          onStart={(chosen) => {
            remember(chosen)
            void start(chosen)
          }}
        />
      </Popover>
    </span>
  )
}

/** Says what a click asks for, and what the graph will lack. */
function describeChoice(choice: CaptureChoice, known: Parameters<typeof listEngineOffers>[1]): string {
  const offer = listEngineOffers(choice, known).find(
    ({ engine }) => choice.engine === 'auto' || choice.engine === engine,
  )
  const by = offer ? `, by ${engineTable[offer.engine].title}` : ''
  const lacking = offer?.level === 'degraded' ? `. ${visibleText(offer.reason)}` : ''
  return `${describeRequest(choice)}${by}${lacking}`
}
