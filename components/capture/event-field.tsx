'use client'
import { eventIds, type EventId } from '../../lib/profile/model/event-ids.ts'
import type { CaptureChoice } from './capture-choice.ts'
import { mostEvents } from '../../lib/contract/constants.ts'
import { eventLabels } from '../../lib/contract/engines.ts'
import { type ChoiceContext, explainOffEvent, findChoiceProblem } from './choice-problems.ts'
import { LevelMark } from './level-mark.tsx'

/**
 * Lets a person choose events, at most `mostEvents`, each of which becomes a graph. They stay in the order of
 * `eventIds`.
 */
export function EventField({
  choice,
  context,
  onChange,
}: {
  choice: CaptureChoice
  context: ChoiceContext
  onChange: (change: Pick<CaptureChoice, 'events'>) => void
}) {
  const { events } = choice
  const toggle = (event: EventId) =>
    onChange({ events: eventIds.filter((one) => (one === event ? !events.includes(one) : events.includes(one))) })
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1.5 text-muted">Events, up to {mostEvents}, one graph each</legend>
      <div className="flex flex-wrap gap-1.5">
        {eventIds.map((event) => {
          const isOn = events.includes(event)
          // Why it cannot be added: no engine, or not the chosen one, records it, or enough are chosen. Null if chosen.
          const whyOff = explainOffEvent(event, choice, context)
          const { title, about } = eventLabels[event]
          // Each event is checked alone, since the form says what is in the way of all of them. One with a problem can
          // be chosen all the same: the form then says what is in its way, and what repairs it.
          const problem = whyOff === null ? findChoiceProblem({ ...choice, events: [event] }, context) : null
          return (
            <label
              key={event}
              title={whyOff ?? problem ?? `${title}: ${about}`}
              className="flex h-7 cursor-pointer items-center gap-1.5 rounded-md border border-edge/60 px-2 select-none hover:bg-surface has-checked:border-ink has-checked:bg-sunken has-checked:font-medium has-disabled:cursor-not-allowed has-disabled:border-line has-disabled:text-faint has-focus-visible:outline-2 has-focus-visible:outline-focus"
            >
              <input
                type="checkbox"
                className="sr-only"
                checked={isOn}
                disabled={whyOff !== null}
                onChange={() => toggle(event)}
              />
              {problem === null ? (
                title
              ) : (
                <>
                  <LevelMark level="blocked" size={12} />
                  <span className={isOn ? undefined : 'text-faint'}>{title}</span>
                  <span className="sr-only">blocked</span>
                </>
              )}
            </label>
          )
        })}
      </div>
    </fieldset>
  )
}
