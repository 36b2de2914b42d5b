'use client'
import { Check, SlidersHorizontal } from 'lucide-react'
import { DropdownMenu as Radix } from 'radix-ui'
import type { ViewState } from '../../../lib/profile/view.ts'
import { keyOfAction } from '../../flame-graph/input/keys.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { Key } from '../../ui/key.tsx'
import { Menu, MenuSeparator } from '../../ui/menu.tsx'
import type { ChangeView } from '../state/view-store.ts'
import { sortBy } from '../state/view-changes.ts'

/** The order of siblings and the length of names: what people choose once. */
export function ViewMenu({ view, change, isTimed }: { view: ViewState; change: ChangeView; isTimed: boolean }) {
  return (
    <Menu
      trigger={
        <IconButton label="Order and names" look="secondary">
          <SlidersHorizontal size={14} aria-hidden />
        </IconButton>
      }
    >
      <Choices
        label="Order"
        hint={keyOfAction('sort')}
        value={view.sort}
        choices={[
          { value: 'name', text: 'By name' },
          { value: 'weight', text: 'Heaviest first' },
          { value: 'time', text: 'As it ran', isPossible: isTimed },
        ]}
        onChoose={(sort) => change(sortBy(view, sort), 'push')}
      />
      <MenuSeparator />
      <Choices
        label="Names"
        hint={keyOfAction('names')}
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
  choices: readonly { value: Value; text: string; isPossible?: boolean }[]
  onChoose: (value: Value) => void
}) {
  return (
    <Radix.RadioGroup value={value}>
      <Radix.Label className="flex justify-between px-2 py-1 text-xs text-muted">
        {label} <Key>{hint}</Key>
      </Radix.Label>
      {choices.map((choice) => (
        <Radix.RadioItem
          key={choice.value}
          value={choice.value}
          disabled={choice.isPossible === false}
          onSelect={() => onChoose(choice.value)}
          className="flex min-h-7 cursor-default items-center gap-2 rounded-md py-0.5 pr-2 pl-7 text-sm outline-none select-none data-[disabled]:opacity-50 data-[highlighted]:bg-surface"
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
