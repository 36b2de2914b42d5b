'use client'
import { Stethoscope } from 'lucide-react'
import { useState } from 'react'
import { mostCaptureSeconds } from '../../lib/contract/constants.ts'
import type { Target } from '../../lib/contract/target.ts'
import { Button } from '../ui/button.tsx'
import { Checkbox } from '../ui/checkbox.tsx'
import { Name } from '../ui/name.tsx'
import { Segmented } from '../ui/segmented.tsx'
import { Select } from '../ui/select.tsx'
import { Spinner } from '../ui/spinner.tsx'
import { TextField } from '../ui/text-field.tsx'
import { type CaptureChoice, frequencyPresets, isCaptureChoice, secondsPresets } from './capture-choice.ts'
import { findChoiceProblem, listEngineOffers } from './choice-problems.ts'
import { EngineField } from './engine-field.tsx'
import { EventField } from './event-field.tsx'
import { FindingList } from './finding-list.tsx'
import { ReachField } from './reach-field.tsx'
import type { Examination } from './doctor-store.ts'

/**
 * The form that starts a capture: events, engine and duration, and what the graph will lack. It keeps what is chosen;
 * `choice` is that of its first render.
 */
export function CaptureForm({
  target,
  choice: initial,
  examination,
  onStart,
}: {
  target: Target
  choice: CaptureChoice
  /** The doctor's answer, which may still be on its way: until then what was seen from outside counts. */
  examination: Examination
  onStart: (choice: CaptureChoice) => void
}) {
  const [choice, setChoice] = useState(initial)
  // As text, which may be no number yet. `choice.seconds` stays that of the first render: no problem depends on it.
  const [seconds, setSeconds] = useState(() => secondsTextOf(initial))
  const choiceContext = { target, report: examination.report }
  const chosen = { ...choice, seconds: Number(seconds.preset === 'other' ? seconds.other : seconds.preset) }
  const isValid = isCaptureChoice(chosen)
  const problem = findChoiceProblem(choice, choiceContext)
  const offers = listEngineOffers(choice, choiceContext)
  /** The engine that this choice would be recorded with, ready or not. */
  const taken = choice.engine === 'auto' ? offers[0] : offers.find(({ engine }) => engine === choice.engine)
  const isRecorder = choice.mode === 'flight-recorder'
  const change = (more: Partial<CaptureChoice>) => setChoice({ ...choice, ...more })

  return (
    <form
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        if (isValid && problem === null) onStart(chosen)
      }}
    >
      <div className="flex flex-col gap-2">
        <div className="flex items-center justify-between gap-2">
          <span className="text-muted">{isRecorder ? 'Keep the last seconds' : 'Seconds'}</span>
          <Segmented
            label="Seconds"
            value={seconds.preset}
            choices={[
              ...secondsPresets.map((preset) => ({ value: String(preset), text: String(preset) })),
              { value: 'other', text: 'Other' },
            ]}
            onChange={(preset) => setSeconds({ ...seconds, preset })}
          />
        </div>
        {seconds.preset === 'other' ? (
          <label className="flex items-center justify-between gap-2">
            <span className="text-muted">1 to {mostCaptureSeconds}</span>
            <TextField
              inputMode="numeric"
              className="w-24 text-right font-mono"
              value={seconds.other}
              aria-invalid={!isValid || undefined}
              onChange={(event) => setSeconds({ ...seconds, other: event.target.value })}
            />
          </label>
        ) : null}
      </div>
      <EventField choice={choice} context={choiceContext} onChange={change} />
      <EngineField choice={choice} offers={offers} onChange={change} />
      <div className="flex flex-col gap-2">
        <label className="flex items-center justify-between gap-2">
          <span className="text-muted">Samples per second</span>
          <Select
            className="w-28"
            value={choice.frequencyHz}
            choices={frequencyPresets}
            textOf={(hertz) => `${hertz} Hz`}
            onChange={(frequencyHz) => change({ frequencyHz })}
          />
        </label>
        <Checkbox
          label="Flight recorder of perf"
          about="This is not the JVM’s flight recorder (JFR). perf records until you save it, for at most a day, and keeps the last seconds."
          isOn={isRecorder}
          onChange={(isOn) => change({ mode: isOn ? 'flight-recorder' : 'timed' })}
        />
      </div>
      <ReachField choice={choice} onChange={change} />
      {problem === null || taken?.findings.some(({ level }) => level === 'blocked') ? (
        <FindingList findings={(taken?.findings ?? []).filter(({ level }) => level !== 'note')} />
      ) : null}
      <div className="sticky -bottom-3 -mx-3 -mb-3 flex flex-col gap-1.5 border-t border-line bg-raised px-3 py-3 shadow-[0_-0.75rem_0.75rem_-0.25rem_var(--color-raised)]">
        {problem === null ? null : (
          <p role="alert" className="rounded-md border border-bad/40 bg-bad-wash px-3 py-2">
            <Name text={problem} wrap />
          </p>
        )}
        <Button variant="primary" type="submit" disabled={!isValid || problem !== null}>
          {isRecorder ? 'Start the flight recorder' : `Profile${isValid ? ` for ${chosen.seconds} s` : ''}`}
        </Button>
        <DoctorState examination={examination} />
      </div>
    </form>
  )
}

interface SecondsText {
  /** One of `secondsPresets`, or `other`. */
  readonly preset: string
  /** What the field has, also while a preset counts. */
  readonly other: string
}

function secondsTextOf({ seconds }: CaptureChoice): SecondsText {
  const isPreset = secondsPresets.some((preset) => preset === seconds)
  return { preset: isPreset ? String(seconds) : 'other', other: String(seconds) }
}

/** Says whether the doctor has asked the JVM, or what the form shows was only seen from outside. */
function DoctorState({ examination: { report, isRunning: isAsking, problem } }: { examination: Examination }) {
  return (
    <p role="status" className="flex items-center gap-1.5 text-xs text-faint">
      {isAsking ? <Spinner size={12} /> : <Stethoscope size={12} aria-hidden />}
      {isAsking
        ? 'Checking the JVM …'
        : problem
          ? 'Checked from outside; the JVM did not answer'
          : report
            ? 'Checked just now'
            : 'Checked from outside'}
    </p>
  )
}
