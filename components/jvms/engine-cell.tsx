'use client'
import { CircleCheck, CircleSlash, TriangleAlert } from 'lucide-react'
import Link from 'next/link'
import type { Target } from '../../lib/contract.ts'
import { engineTitle, engineTitles } from '../capture/capture-labels.ts'
import { bestReadiness, inOrder, whyOf } from '../capture/readiness.ts'
import { visibleText } from '../ui/visible-text.ts'

const levels = {
  ready: { Icon: CircleCheck, tone: 'text-good', word: 'ready' },
  degraded: { Icon: TriangleAlert, tone: 'text-warn', word: 'degraded' },
  blocked: { Icon: CircleSlash, tone: 'text-bad', word: 'blocked' },
}

/** The best engine for a target and why it is not better, one click from the doctor's whole answer; the title tells of all. */
export function EngineCell({ target }: { target: Target }) {
  const { engine, level, why } = bestReadiness(target)
  const { Icon, tone, word } = levels[level]
  const reason = visibleText(why, 300)
  const all = inOrder(target.readiness).map((one) => {
    const because = whyOf(one)
    return `${engineTitles[one.engine]}: ${one.level}${because ? `, ${visibleText(because, 200)}` : ''}`
  })
  return (
    <Link
      href={`/targets/${target.id}#doctor`}
      prefetch={false}
      title={all.join('\n') || reason || undefined}
      className="flex min-w-0 items-center gap-1.5 rounded-md hover:underline"
    >
      <Icon size={14} aria-hidden className={`shrink-0 ${tone}`} />
      {reason ? <span className="sr-only">{word}: </span> : null}
      {level === 'blocked' ? null : <span className={reason ? 'shrink-0' : 'truncate'}>{engineTitle(engine)}</span>}
      <span className="truncate text-muted">{reason || word}</span>
    </Link>
  )
}
