'use client'
import { useState } from 'react'
import { type Target } from '../../lib/contract.ts'
import { Button } from '../ui/button.tsx'
import { Segmented } from '../ui/segmented.tsx'
import { Select } from '../ui/select.tsx'
import { TextField } from '../ui/text-field.tsx'
import { type CaptureChoice, frequencyPresets, isCaptureChoice, secondsPresets } from './capture-choice.ts'
import { FindingList } from './finding-list.tsx'
import { bestReadiness } from './readiness.ts'

/** How long and how often; what the graph will lack; go. */
export function CaptureForm({
  target,
  choice,
  onStart,
}: {
  target: Target
  choice: CaptureChoice
  onStart: (choice: CaptureChoice) => void
}) {
  const isPreset = secondsPresets.some((seconds) => seconds === choice.seconds)
  const [preset, setPreset] = useState(isPreset ? String(choice.seconds) : 'other')
  const [otherSeconds, setOtherSeconds] = useState(String(choice.seconds))
  const [frequencyHz, setFrequencyHz] = useState(choice.frequencyHz)
  const { level, findings } = bestReadiness(target)
  const chosen = { seconds: Number(preset === 'other' ? otherSeconds : preset), frequencyHz }
  const isValid = isCaptureChoice(chosen)

  return (
    <form
      className="flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        if (isValid) onStart(chosen)
      }}
    >
      <div className="flex items-center justify-between gap-2">
        <span className="text-muted">Seconds</span>
        <Segmented
          label="Seconds"
          value={preset}
          choices={[
            ...secondsPresets.map((seconds) => ({ value: String(seconds), text: String(seconds) })),
            { value: 'other', text: 'Other' },
          ]}
          onChange={setPreset}
        />
      </div>
      {preset === 'other' ? (
        <label className="flex items-center justify-between gap-2">
          <span className="text-muted">1 to 600</span>
          <TextField
            inputMode="numeric"
            className="w-24 text-right font-mono"
            value={otherSeconds}
            aria-invalid={!isValid || undefined}
            onChange={(event) => setOtherSeconds(event.target.value)}
          />
        </label>
      ) : null}
      <label className="flex items-center justify-between gap-2">
        <span className="text-muted">Samples per second</span>
        <Select className="w-28" value={frequencyHz} onChange={(event) => setFrequencyHz(Number(event.target.value))}>
          {frequencyPresets.map((hertz) => (
            <option key={hertz} value={hertz}>
              {hertz} Hz
            </option>
          ))}
        </Select>
      </label>
      <FindingList findings={findings.filter((finding) => finding.level !== 'note')} />
      <Button look="primary" type="submit" disabled={!isValid || level === 'blocked'}>
        Profile {isValid ? `for ${chosen.seconds} s` : ''}
      </Button>
    </form>
  )
}
