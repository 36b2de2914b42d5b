'use client'
import { type ReactNode, useId } from 'react'
import { Name } from '../ui/name.tsx'
import { LevelMark } from './level-mark.tsx'
import { visibleText } from '../../lib/profile/view/visible-text.ts'
import type { CaptureChoice } from './capture-choice.ts'
import { engineTable } from '../../lib/contract/engines.ts'
import type { EngineOffer } from './choice-problems.ts'

/**
 * The choice of the engine: the one that Hearth recommends, or a named one. An engine that cannot record this choice is
 * shown with the reason.
 */
export function EngineField({
  choice,
  offers,
  onChange,
}: {
  choice: CaptureChoice
  /** Sorted: the engine that Hearth would take comes first. */
  offers: readonly EngineOffer[]
  onChange: (change: Pick<CaptureChoice, 'engine'>) => void
}) {
  const name = useId()
  const best = offers.find(({ level }) => level !== 'blocked')
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1 text-muted">Engine</legend>
      <EngineRadio name={name} isOn={choice.engine === 'auto'} onChoose={() => onChange({ engine: 'auto' })}>
        <span>
          Recommended<span className="text-muted">{best ? `: ${engineTable[best.engine].title}` : ''}</span>
        </span>
      </EngineRadio>
      {offers.map(({ engine, level, reason: why }) => {
        const isOn = choice.engine === engine
        return (
          <EngineRadio
            key={engine}
            name={name}
            isOn={isOn}
            // One that was chosen before the events stays as it is: the form says what is in its way.
            isOff={level === 'blocked' && !isOn}
            onChoose={() => onChange({ engine })}
          >
            <span className="min-w-0">
              <span className="flex items-center gap-1.5">
                {engineTable[engine].title}
                <LevelMark level={level} />
                <span className="sr-only">{level}</span>
              </span>
              {why === '' ? null : (
                <span className="line-clamp-2 text-xs text-muted" title={visibleText(why)}>
                  <Name text={why} wrap />
                </span>
              )}
            </span>
          </EngineRadio>
        )
      })}
    </fieldset>
  )
}

function EngineRadio({
  name,
  isOn,
  isOff = false,
  onChoose,
  children,
}: {
  name: string
  isOn: boolean
  isOff?: boolean
  onChoose: () => void
  children: ReactNode
}) {
  return (
    <label className="flex min-h-7 cursor-pointer items-start gap-2 py-1 rounded-md px-1 hover:bg-surface has-disabled:cursor-not-allowed">
      <input
        type="radio"
        name={name}
        checked={isOn}
        disabled={isOff}
        onChange={onChoose}
        className="mt-0.5 size-3.5 shrink-0 accent-ink"
      />
      {children}
    </label>
  )
}
