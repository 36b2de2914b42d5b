'use client'
import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react'
import { useMemo, useState } from 'react'
import type { CallTree } from '../../../lib/profile/tree/call-tree.ts'
import type { Unit } from '../../../lib/profile/model/profile.ts'
import { extractSubtree } from '../../../lib/profile/tree/subtree.ts'
import { Button } from '../../ui/button.tsx'
import { Name } from '../../ui/name.tsx'
import { Popover } from '../../ui/popover.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { formatShare } from '../../../lib/profile/format/units.ts'
import { formatWeight } from '../../../lib/profile/format/weight.ts'
import { getShownName } from '../../../lib/profile/view/visible-text.ts'
import { FunctionChoice } from './function-choice.tsx'
import type { NamedTree } from '../worker/tree-messages.ts'
import { SandwichHalf, type SandwichSide } from './sandwich-graph.tsx'
import type { Viewer } from '../state/use-viewer.ts'

/**
 * One function with all that calls it above and all that it calls below, wherever it stands; recursion counts once. A
 * click on a box, or Enter, goes on to that function.
 */
export function SandwichView({ viewer }: { viewer: Viewer }) {
  const { model, unit, viewing, navigation, setMenu, about: name, sandwich } = viewer
  const { coloursFor } = viewer.colours
  const { tree, frames, strings } = model
  const [isChoosing, setChoosing] = useState(false)
  const [focus] = useState(createFocusTrackers)
  const shown = sandwich?.name === name ? sandwich : null
  const self = useMemo(() => sumSelfOf(model, name), [model, name])
  // Node 0 is all that is counted, which here is the function: one row too many. Alone, it means that no stack has it.
  const halves = useMemo(
    () =>
      shown &&
      shown.callers.tree.length > 1 && {
        callers: extractSubtree(shown.callers, 1),
        callees: extractSubtree(shown.callees, 1),
      },
    [shown],
  )
  const colours = useMemo(
    () => halves && { callers: coloursFor(halves.callers.tree), callees: coloursFor(halves.callees.tree) },
    [halves, coloursFor],
  )
  const whole = tree.total[0]!
  const toFrame = (frame: number) =>
    viewing.change(
      { about: strings[frames.name[frame]!]!, selected: navigation.pathOf(findWidestNode(tree, frame)) },
      'push',
    )
  const choice = (listClass: string) => (
    <FunctionChoice
      viewer={viewer}
      listClass={listClass}
      onChoose={(frame) => {
        setChoosing(false)
        toFrame(frame)
      }}
    />
  )
  if (name === '') {
    return (
      <div className="mx-auto flex min-h-0 w-full max-w-3xl flex-1 flex-col gap-2 p-3">
        <p className="text-muted">Pick a function to see its callers and callees.</p>
        {choice('flex-1 rounded-md border border-line')}
      </div>
    )
  }
  const total = shown?.callers.tree.total[0] ?? null
  const half = (side: SandwichSide) =>
    halves && colours ? (
      <SandwichHalf
        // The tree is another one: the zoomed and selected nodes of the one before are not in it.
        key={`${side} ${name}`}
        side={side}
        laidOut={halves[side]}
        viewer={viewer}
        name={getShownName(name)}
        colourOf={colours[side]}
        {...focus[side]}
        onFrame={toFrame}
        onMenu={(frame, x, y) => setMenu({ node: findWidestNode(tree, frame), x, y })}
      />
    ) : (
      <div className="min-h-0 flex-1" />
    )

  return (
    <div className="flex min-h-0 flex-1 flex-col">
      {half('callers')}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1 border-y border-line bg-surface px-3 py-1">
        <span className="flex items-center gap-3 text-xs text-muted">
          <span className="flex items-center gap-1">
            <ArrowUp size={12} aria-hidden /> callers
          </span>
          <span className="flex items-center gap-1">
            <ArrowDown size={12} aria-hidden /> callees
          </span>
        </span>
        <Popover
          title="Choose a function"
          align="start"
          className="flex w-[36rem] max-w-[calc(100vw-1rem)] flex-col gap-2"
          open={isChoosing}
          onOpenChange={setChoosing}
          trigger={
            <Button size="small" className="min-w-0 shrink" title="Choose another function">
              <Name text={getShownName(name)} mono />
              <ChevronsUpDown size={12} aria-hidden className="shrink-0 text-muted" />
            </Button>
          }
        >
          {choice('max-h-[min(24rem,50vh)] flex-1')}
        </Popover>
        {total === null ? (
          <Spinner />
        ) : (
          <p className="figures flex flex-wrap gap-x-4">
            <WeightCell label="total" weight={total} whole={whole} unit={unit} />
            <WeightCell label="self" weight={self} whole={whole} unit={unit} />
          </p>
        )}
        {total === 0 ? <p className="text-muted">Nothing that is shown holds this function.</p> : null}
      </div>
      {half('callees')}
    </div>
  )
}

function WeightCell({ label, weight, whole, unit }: { label: string; weight: number; whole: number; unit: Unit }) {
  return (
    <span>
      <span className="font-sans text-muted">{label} </span>
      {formatWeight(weight, unit)} <span className="text-muted">{formatShare(whole > 0 ? weight / whole : 0)}</span>
    </span>
  )
}

/** Gives the self weight of a function in all its nodes, of any kind of frame. */
function sumSelfOf({ tree, frames, strings }: NamedTree, name: string): number {
  const isFunction = Uint8Array.from(frames.name, (index) => Number(strings[index] === name))
  let self = 0
  for (let node = 1; node < tree.length; node++) if (isFunction[tree.frame[node]!] === 1) self += tree.self[node]!
  return self
}

/** Whether a half of a sandwich has the focus: the half of the next function, in its place, takes it over. */
interface FocusTracker {
  readonly hadFocus: () => boolean
  readonly onHasFocus: (hasFocus: boolean) => void
}

function createFocusTrackers(): Readonly<Record<SandwichSide, FocusTracker>> {
  let focused: SandwichSide | null = null
  const trackerOf = (side: SandwichSide): FocusTracker => ({
    hadFocus: () => focused === side,
    onHasFocus(hasFocus) {
      focused = hasFocus ? side : null
    },
  })
  return { callers: trackerOf('callers'), callees: trackerOf('callees') }
}

/** The node of this frame that weighs most, -1 when there is none: where a function's selection goes in the graph. */
function findWidestNode({ length, frame, total }: CallTree, wanted: number): number {
  let widest = -1
  for (let node = 0; node < length; node++) {
    if (frame[node] === wanted && (widest < 0 || total[node]! > total[widest]!)) widest = node
  }
  return widest
}
