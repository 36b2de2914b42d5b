'use client'
import { useState } from 'react'
import { arePerRequest, explainMissingScale } from '../../../lib/profile/compare/merged-tree/comparison-scales.ts'
import {
  comparisonScales,
  type ComparisonScale,
  type ComparisonView,
  type ComparisonWidth,
} from '../../../lib/profile/compare/merged-tree/comparison.ts'
import type { ViewState } from '../../../lib/profile/view/view.ts'
import { Button, ToggleButton } from '../../ui/button.tsx'
import { Foldaway } from '../../ui/foldaway.tsx'
import { Popover } from '../../ui/popover.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { Select } from '../../ui/select.tsx'
import { TextField } from '../../ui/text-field.tsx'
import type { DiffSides } from '../worker/tree-messages.ts'
import { changeComparison } from '../view/view-changes.ts'
import type { ChangeView } from '../view/view-store.ts'

const widths: readonly { value: ComparisonWidth; text: string; title: string }[] = [
  { value: 'after', text: 'After', title: 'Boxes as wide as they are after (d)' },
  { value: 'before', text: 'Before', title: 'Boxes as wide as they were before (d)' },
  { value: 'union', text: 'Both', title: 'Before plus after: nothing is hidden (d)' },
  { value: 'changed', text: 'Changed', title: 'Only what changed, up or down (d)' },
]

const scaleLabels: Record<ComparisonScale, string> = {
  share: 'Shares',
  raw: 'As recorded',
  second: 'Per second',
  'cpu-second': 'Per CPU-second',
  request: 'Per request',
}

/** Controls of the widths, of total or self deltas, of the scale, and of fading changes that are not significant. */
export function DiffControls({
  view,
  change,
  sides,
  whole,
}: {
  view: ViewState
  change: ChangeView
  sides: DiffSides
  /** What shares are of; see nameWhole. */
  whole: string
}) {
  const { comparison } = view
  const set = (wanted: Partial<ComparisonView>) => change(changeComparison(view, wanted), 'push')
  const ofRuns = arePerRequest(sides.bases)
  // The reason is null where both sides have what the scale divides by; numbers of requests are asked for below.
  const isMissing = (scale: ComparisonScale) =>
    scale !== 'request' && explainMissingScale(sides.bases, { scale, requests: null }) !== null
  return (
    <Foldaway label="Drawing options" isAbove>
      <span className="text-xs text-muted lg:max-2xl:hidden">Widths</span>
      <Segmented label="Width" value={comparison.width} choices={widths} onChange={(width) => set({ width })} />
      <span className="text-xs text-muted lg:max-2xl:hidden">Colour by</span>
      <Segmented
        label="Delta"
        value={comparison.delta}
        choices={[
          { value: 'total', text: 'Total', title: 'Colour by what passes through a frame' },
          { value: 'self', text: 'Self', title: 'Colour by what ends in a frame' },
        ]}
        onChange={(delta) => set({ delta })}
      />
      <Select
        aria-label="Scale"
        value={comparison.scale}
        choices={ofRuns ? comparisonScales.filter((scale) => !isMissing(scale)) : comparisonScales}
        textOf={(scale) => (scale === 'share' ? `${scaleLabels.share} of ${whole}` : scaleLabels[scale])}
        isOff={isMissing}
        onChange={(scale) => set({ scale })}
      />
      {comparison.scale === 'request' && !ofRuns ? (
        <Requests
          // Other numbers, as after Back, begin a new form: it copies them into its state.
          key={comparison.requests?.join()}
          requests={comparison.requests}
          onChange={(requests) => set({ requests })}
        />
      ) : null}
      <ToggleButton
        isOn={comparison.fade}
        title="What is not significant is grey"
        onClick={() => set({ fade: !comparison.fade })}
      >
        Fade noise
      </ToggleButton>
    </Foldaway>
  )
}

/** Only the user knows how many requests a service has served. */
function Requests({
  requests,
  onChange,
}: {
  requests: ComparisonView['requests']
  onChange: (requests: ComparisonView['requests']) => void
}) {
  const [isOpen, setOpen] = useState(requests === null)
  const [before, setBefore] = useState(String(requests?.[0] ?? ''))
  const [after, setAfter] = useState(String(requests?.[1] ?? ''))
  const isGood = Number(before) > 0 && Number(after) > 0
  return (
    <Popover
      title="Requests served"
      open={isOpen}
      onOpenChange={setOpen}
      trigger={<Button>{requests ? `${requests[0]} → ${requests[1]} requests` : 'Requests …'}</Button>}
      className="w-72"
    >
      <form
        className="grid grid-cols-2 gap-2"
        onSubmit={(event) => {
          event.preventDefault()
          setOpen(false)
          onChange([Number(before), Number(after)])
        }}
      >
        <p className="col-span-2 text-muted">How many requests did each serve while it was recorded?</p>
        <Count label="Before" value={before} onValue={setBefore} />
        <Count label="After" value={after} onValue={setAfter} />
        <Button type="submit" variant="primary" className="col-span-2" disabled={!isGood}>
          Compare per request
        </Button>
      </form>
    </Popover>
  )
}

function Count({ label, value, onValue }: { label: string; value: string; onValue: (value: string) => void }) {
  return (
    <label className="flex min-w-0 flex-col gap-1 text-xs text-muted">
      {label}
      <TextField inputMode="decimal" maxLength={15} value={value} onChange={({ target }) => onValue(target.value)} />
    </label>
  )
}
