'use client'
import { ArrowUpDown, Check, SlidersHorizontal, Users } from 'lucide-react'
import { memo } from 'react'
import { DropdownMenu as Radix } from 'radix-ui'
import type { ViewState } from '../../../lib/profile/view/view.ts'
import { Button, ToggleButton } from '../../ui/button.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { Select } from '../../ui/select.tsx'
import { ofOneProfile } from '../state/run-action.ts'
import type { ChangeView } from '../view/view-store.ts'
import { toggleInvert, sortBy, toggleByThread, toggleOrientation } from '../view/view-changes.ts'
import { findKey } from '../../flame-graph/input/keys.ts'
import { KeyHint } from '../../ui/key.tsx'
import { Menu, MenuSeparator } from '../../ui/menu.tsx'

/** The order of siblings and the length of names, which people choose once. `isTimed`: its samples have times. */
export function ViewMenu({ view, change, isTimed }: { view: ViewState; change: ChangeView; isTimed: boolean }) {
  return (
    <Menu
      trigger={
        <Button aria-label="Order and names" title="Order and names" className={narrowClass} icon={SlidersHorizontal}>
          <span className="cramped:sr-only">Order</span>
        </Button>
      }
    >
      <Choices
        label="Order"
        hint={findKey('sort')}
        value={view.sort}
        choices={[
          { value: 'name', text: 'By name' },
          { value: 'weight', text: 'Heaviest first' },
          { value: 'time', text: 'Flame chart: time on x', isPossible: isTimed, leads: true },
        ]}
        onChoose={(sort) => change(sortBy(view, sort), 'push')}
      />
      <MenuSeparator />
      <Choices
        label="Names"
        hint={findKey('names')}
        value={view.names}
        choices={[
          { value: 'full', text: 'With package' },
          { value: 'simple', text: 'Class and method' },
        ]}
        onChoose={(names) => change({ names }, 'push')}
      />
    </Menu>
  )
}

function Choices<Value extends string>({
  label,
  hint,
  value,
  choices,
  onChoose,
}: {
  label: string
  hint: string
  value: Value
  choices: readonly { value: Value; text: string; isPossible?: boolean; leads?: boolean }[]
  onChoose: (value: Value) => void
}) {
  return (
    <Radix.RadioGroup value={value}>
      <Radix.Label className="flex justify-between px-2 py-1 text-xs text-muted">
        {label} <KeyHint>{hint}</KeyHint>
      </Radix.Label>
      {choices.map((choice) => (
        <Radix.RadioItem
          key={choice.value}
          value={choice.value}
          data-leads={choice.leads}
          disabled={choice.isPossible === false}
          onSelect={() => onChoose(choice.value)}
          className="flex min-h-7 touch:min-h-10 cursor-default items-center gap-2 rounded-md py-0.5 pr-2 pl-7 text-sm outline-none select-none data-[disabled]:opacity-50 data-[highlighted]:bg-surface"
        >
          <Radix.ItemIndicator className="-ml-5">
            <Check size={14} aria-hidden />
          </Radix.ItemIndicator>
          {choice.text}
        </Radix.RadioItem>
      ))}
    </Radix.RadioGroup>
  )
}

/** Class of a button whose words have no space on a narrower screen; `cramped:` and `packed:` are in globals.css. */
export const narrowClass = 'px-2! cramped:w-8 cramped:px-0!'

type Tab = ViewState['tab']
interface TabText {
  readonly value: Tab
  readonly text: string
  readonly title?: string
  /** Why it cannot be chosen here. */
  readonly reason?: string
}
type Tabs = readonly TabText[]

/** Tabs of one profile. Their letters are those of keys.ts. */
export const allTabs: Tabs = [
  { value: 'graph', text: 'Graph' },
  { value: 'table', text: 'Table', title: 'Functions with self and total (t)' },
  { value: 'callers', text: 'Callers', title: 'Callers and callees of one function (s)' },
  { value: 'tree', text: 'Tree', title: 'Call tree as text (g)' },
]

/** Tabs of two profiles at once. */
export const comparedTabs: Tabs = allTabs.map((tab) =>
  tab.value === 'callers' ? { ...tab, reason: ofOneProfile } : tab,
)

interface ViewControlsProps {
  readonly view: ViewState
  readonly change: ChangeView
}

/** Which view of the profile; on a phone four words have no room. */
export const TabChoice = memo(
  function TabChoice({ view: { tab }, change, tabs }: ViewControlsProps & { readonly tabs: Tabs }) {
    const choose = (chosen: Tab) => change({ tab: chosen }, 'push')
    const findTab = (value: Tab) => tabs.find((one) => one.value === value)!
    return (
      <>
        <span className="contents max-sm:hidden">
          <Segmented label="View" value={tab} choices={tabs} onChange={choose} />
        </span>
        <Select
          aria-label="View"
          className="w-21 shrink-0 sm:hidden" // the longest choice is long where a view has a reason
          value={tab}
          choices={tabs.map(({ value }) => value)}
          isOff={(value) => findTab(value).reason !== undefined}
          textOf={(value) => `${findTab(value).text}${findTab(value).reason === undefined ? '' : ': of one profile'}`}
          onChange={choose}
        />
      </>
    )
  },
  (before, after) => before.change === after.change && before.tabs === after.tabs && before.view.tab === after.view.tab,
)

/**
 * How the profile is drawn: each control is one part of the view's state. They are drawn again only when their own part
 * changes, not with each letter of a search.
 */
export const ViewControls = memo(
  function ViewControls({ view, change }: ViewControlsProps) {
    return (
      <>
        {view.tab === 'graph' ? (
          <Segmented
            label="Root"
            value={view.orientation}
            choices={[
              { value: 'flame', text: 'Flame', title: 'Root below (f)' },
              { value: 'icicle', text: 'Icicle', title: 'Root above (f)' },
            ]}
            onChange={() => change(toggleOrientation(view), 'push')}
          />
        ) : null}
        <ToggleButton
          isOn={view.invert}
          title="Start from the leaves (i)"
          onClick={() => change(toggleInvert(view), 'push')}
          className={narrowClass}
          icon={ArrowUpDown}
        >
          <span className="cramped:sr-only">Invert</span>
        </ToggleButton>
        <ToggleButton
          isOn={view.byThread}
          title="Split by thread (p)"
          className="px-2! packed:w-8 packed:px-0!"
          onClick={() => change(toggleByThread(view), 'push')}
          icon={Users}
        >
          <span className="packed:sr-only">By thread</span>
        </ToggleButton>
      </>
    )
  },
  // All that the controls show, and that `toggle...` read: the handlers may be of an older view, of which these count.
  (before, after) =>
    before.change === after.change &&
    (['tab', 'orientation', 'invert', 'byThread', 'sort'] as const).every(
      (part) => before.view[part] === after.view[part],
    ),
)
