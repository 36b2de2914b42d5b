import { ArrowUpDown, Maximize2, Users } from 'lucide-react'
import { memo, type ReactNode } from 'react'
import { type ViewState } from '../../lib/profile/view.ts'
import { Button } from '../ui/button.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { Segmented } from '../ui/segmented.tsx'
import { ThreadPicker } from './thread-picker.tsx'
import { type ProfileFacts } from './tree-messages.ts'
import { type ChangeView } from './view-store.ts'
import { invert, keepThreads, keptThreads, splitByThread } from './view-changes.ts'

/**
 * How the profile is drawn: each control is one part of the view's state. On a phone they are one line to swipe. They are
 * drawn again only when their own part changes, not with each letter of a search.
 */
export const ViewControls = memo(
  function ViewControls({
    view,
    change,
    facts,
    isAllShown,
  }: {
    view: ViewState
    change: ChangeView
    facts: ProfileFacts
    isAllShown: boolean
  }) {
    return (
      <div className="flex items-center gap-2 *:shrink-0 max-sm:-mx-3 max-sm:w-screen max-sm:overflow-x-auto max-sm:px-3 max-sm:py-0.5">
        <Segmented
          label="View"
          value={view.tab}
          choices={[
            { value: 'graph', text: 'Graph' },
            { value: 'table', text: 'Table', title: 'Functions with self and total (t)' },
          ]}
          onChange={(tab) => change({ tab }, 'push')}
        />
        <Segmented
          label="Root"
          value={view.orientation}
          choices={[
            { value: 'flame', text: 'Flame', title: 'Root below (f)' },
            { value: 'icicle', text: 'Icicle', title: 'Root above (f)' },
          ]}
          onChange={(orientation) => change({ orientation }, 'push')}
        />
        <Toggle isOn={view.invert} title="Start from the leaves (i)" onToggle={() => change(invert(view), 'push')}>
          <ArrowUpDown size={14} aria-hidden />
          Invert
        </Toggle>
        <Toggle
          isOn={view.byThread}
          title="One tower for each thread (p)"
          onToggle={() => change(splitByThread(view), 'push')}
        >
          <Users size={14} aria-hidden />
          By thread
        </Toggle>
        <ThreadPicker
          facts={facts}
          chosen={keptThreads(view)}
          onChoose={(threads) => change(keepThreads(view, threads), 'push')}
        />
        <IconButton
          label="Show all (0)"
          look="secondary"
          disabled={isAllShown}
          onClick={() => change({ zoom: [], range: null }, 'push')}
        >
          <Maximize2 size={14} aria-hidden />
        </IconButton>
      </div>
    )
  },
  (before, after) =>
    before.change === after.change &&
    before.facts === after.facts &&
    before.isAllShown === after.isAllShown &&
    before.view.tab === after.view.tab &&
    before.view.orientation === after.view.orientation &&
    before.view.invert === after.view.invert &&
    before.view.byThread === after.view.byThread &&
    before.view.filters === after.view.filters,
)

function Toggle({
  isOn,
  title,
  onToggle,
  children,
}: {
  isOn: boolean
  title: string
  onToggle: () => void
  children: ReactNode
}) {
  return (
    <Button
      aria-pressed={isOn}
      title={title}
      onClick={onToggle}
      className="aria-pressed:border-edge aria-pressed:bg-sunken aria-pressed:font-medium"
    >
      {children}
    </Button>
  )
}
