'use client'
import { ChevronDown } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { captureSchema, type Target } from '../../lib/contract.ts'
import { callApi } from '../api/call-api.ts'
import { Button } from '../ui/button.tsx'
import { classNames } from '../ui/class-names.ts'
import { Popover } from '../ui/popover.tsx'
import { Spinner } from '../ui/spinner.tsx'
import { showProblem } from '../ui/toast.tsx'
import { visibleText } from '../ui/visible-text.ts'
import { type CaptureChoice } from './capture-choice.ts'
import { CaptureForm } from './capture-form.tsx'
import { bestReadiness } from './readiness.ts'
import { useCaptureChoice } from './use-capture-choice.ts'

/**
 * Profile in one click, with the last choice made for this service; the arrow beside it opens the choice. When the
 * doctor says that it cannot work the click shows why, and what repairs it, instead of trying.
 */
export function ProfileButton({ target, look = 'ember' }: { target: Target; look?: 'ember' | 'primary' }) {
  const router = useRouter()
  const [choice, remember] = useCaptureChoice(target.service)
  const [isStarting, setIsStarting] = useState(false)
  const [isOpen, setIsOpen] = useState(false)
  const { level, why } = bestReadiness(target)
  const isBlocked = level === 'blocked'
  const name = visibleText(target.container?.name ?? target.jvm.mainClass, 60)

  const start = async (chosen: CaptureChoice) => {
    if (isBlocked || isStarting) return
    setIsStarting(true)
    setIsOpen(false)
    try {
      const capture = await callApi('/api/captures', {
        method: 'POST',
        body: { targetId: target.id, ...chosen },
        answer: captureSchema,
      })
      router.push(`/captures/${capture.id}`)
    } catch (error) {
      showProblem(error)
      setIsStarting(false)
    }
  }

  const more = isBlocked
    ? visibleText(why, 300)
    : `CPU for ${choice.seconds} s at ${choice.frequencyHz} Hz${level === 'degraded' ? `. ${visibleText(why, 300)}` : ''}`
  const size = look === 'primary' ? 'medium' : 'small'
  return (
    <span className="inline-flex">
      <Button
        look={isBlocked ? 'secondary' : look}
        size={size}
        title={more}
        aria-label={`Profile ${name}`}
        aria-disabled={isBlocked || isStarting || undefined}
        className="rounded-r-none border-r-0"
        onClick={() => (isBlocked ? setIsOpen(true) : void start(choice))}
      >
        {isStarting ? <Spinner /> : null}
        Profile
      </Button>
      <Popover
        title={`How to profile ${name}`}
        open={isOpen}
        onOpenChange={setIsOpen}
        className="w-80 max-w-[calc(100vw-1rem)]"
        trigger={
          <Button
            look={isBlocked ? 'secondary' : look}
            size={look === 'primary' ? 'icon' : 'small-icon'}
            aria-label={`How to profile ${name}`}
            className={classNames(
              'rounded-l-none',
              look === 'primary' && !isBlocked && 'border-l border-l-on-ember/30',
            )}
          >
            <ChevronDown size={14} aria-hidden />
          </Button>
        }
      >
        <CaptureForm
          target={target}
          choice={choice}
          onStart={(chosen) => {
            remember(chosen)
            void start(chosen)
          }}
        />
      </Popover>
    </span>
  )
}
