'use client'
import { type ReactNode, useState } from 'react'
import { vantageLabels, vantages } from '../../lib/contract/engines.ts'
import { Checkbox } from '../ui/checkbox.tsx'
import { Select } from '../ui/select.tsx'
import { type CaptureChoice, defaultChoice } from './capture-choice.ts'

const vantageTexts: Readonly<Record<CaptureChoice['vantage'], string>> = {
  auto: 'where it works',
  ...vantageLabels,
}
const scopeTexts: Readonly<Record<CaptureChoice['scope'], string>> = {
  jvm: 'this JVM',
  container: 'its whole container',
  host: 'the whole host',
}

/** Options that few people change: where the engine runs, whose samples it takes, and how deep they go. */
export function ReachField({
  choice,
  onChange,
}: {
  choice: CaptureChoice
  onChange: (change: Partial<CaptureChoice>) => void
}) {
  const { vantage, scope, kernelFrames } = choice
  const isUsual =
    vantage === defaultChoice.vantage && scope === defaultChoice.scope && kernelFrames === defaultChoice.kernelFrames
  // Opens where something differs from the usual, so that a remembered choice is seen; it never closes by itself.
  const [isOpened, setOpened] = useState(!isUsual)
  if (!isUsual && !isOpened) setOpened(true)
  return (
    <details open={isOpened}>
      <summary className="cursor-pointer rounded-md text-muted hover:text-ink">
        Where it runs, whose samples, kernel frames
      </summary>
      <div className="mt-2 flex flex-col gap-2">
        <Line title="The engine runs">
          <Select
            className="w-48"
            value={vantage}
            choices={['auto', ...vantages]}
            textOf={(one) => vantageTexts[one]}
            onChange={(one) => onChange({ vantage: one })}
          />
        </Line>
        <Line title="Samples of">
          <Select
            className="w-48"
            value={scope}
            choices={['jvm', 'container', 'host']}
            textOf={(one) => scopeTexts[one]}
            onChange={(one) => onChange({ scope: one })}
          />
        </Line>
        <Checkbox
          label="Kernel frames"
          about="async-profiler then uses perf events of the kernel instead of timers. perf and bpftrace always have them."
          isOn={kernelFrames}
          onChange={(isOn) => onChange({ kernelFrames: isOn })}
        />
      </div>
    </details>
  )
}

/** A control with its label to the left. */
function Line({ title, children }: { title: string; children: ReactNode }) {
  return (
    <label className="flex items-center justify-between gap-2">
      <span className="text-muted">{title}</span>
      {children}
    </label>
  )
}
