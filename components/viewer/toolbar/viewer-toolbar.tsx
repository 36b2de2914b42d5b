'use client'
import { Check, Filter, Maximize2, SlidersHorizontal } from 'lucide-react'
import { type ReactNode, useMemo, useState } from 'react'
import { NotesPanel } from './notes-panel.tsx'
import { FilterList } from '../filters/filter-list.tsx'
import { computeRemovedShares } from '../filters/removed-shares.ts'
import { SearchChips } from './search-chips.tsx'
import { SearchBox } from './search-box.tsx'
import { runAction } from '../state/run-action.ts'
import { hasFilterBar, type ShellTools } from './shell-tools.ts'
import { wholeGraph } from '../view/view-changes.ts'
import { ThreadPanel } from '../threads/thread-panel.tsx'
import { ChartButton } from './chart-button.tsx'
import { allTabs, comparedTabs, narrowClass, TabChoice, ViewControls, ViewMenu } from './view-controls.tsx'
import type { FilterStep } from '../../../lib/profile/filters/filters.ts'
import { formatShare } from '../../../lib/profile/format/units.ts'
import { findKey } from '../../flame-graph/input/keys.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { Button } from '../../ui/button.tsx'
import { Foldaway } from '../../ui/foldaway.tsx'
import { KeyHint } from '../../ui/key.tsx'
import { Menu, MenuItem, MenuSeparator } from '../../ui/menu.tsx'
import { showProblem } from '../../ui/toast.tsx'
import { Tooltip } from '../../ui/tooltip.tsx'
import { toggleFilter, toggleFrameworks } from '../filters/filter-changes.ts'
import type { FrameworkTitle } from '../worker/tree-messages.ts'
import type { Viewer } from '../state/use-viewer.ts'

/** Filters that need no frame to point at. Those of a frame are in its own menu. */
function FilterMenu({ viewer, filters: { list: filters, change } }: { viewer: Viewer } & Pick<ShellTools, 'filters'>) {
  const { client, setPanel, viewing } = viewer
  const [packs, setPacks] = useState<readonly FrameworkTitle[] | null>(null)
  const load = (isOpen: boolean) => {
    if (isOpen && !packs) client.packs().then(setPacks, showProblem)
  }
  const isOn = (type: FilterStep['type'], fits: (step: FilterStep) => boolean = () => true) =>
    filters.some((step) => step.type === type && step.off !== true && fits(step))
  const folds = (pack: string) => isOn('fold-framework', (step) => step.type === 'fold-framework' && step.pack === pack)
  return (
    <Menu
      onOpenChange={load}
      trigger={
        <Button className="px-2!" title="Filter" icon={Filter}>
          <span className="packed:in-data-searching:sr-only">Filter</span>
        </Button>
      }
    >
      <Item isOn={isOn('hide-idle')} hint={findKey('hide-idle')} onSelect={() => runAction(viewer, 'hide-idle')}>
        Hide idle threads
      </Item>
      <Item isOn={isOn('only-packages')} hint={findKey('my-packages')} onSelect={() => setPanel('packages')}>
        Show only my packages …
      </Item>
      <MenuSeparator />
      <Item
        isOn={isOn('fold-recursion', (step) => 'reach' in step && step.reach === 'direct')}
        hint={findKey('fold-direct')}
        onSelect={() => runAction(viewer, 'fold-direct')}
      >
        Fold direct recursion (a → a)
      </Item>
      <Item
        isOn={isOn('fold-recursion', (step) => 'reach' in step && step.reach === 'indirect')}
        hint={findKey('fold-indirect')}
        onSelect={() => runAction(viewer, 'fold-indirect')}
      >
        Fold all recursion (a → b → a)
      </Item>
      <Item
        isOn={viewing.view.base === 'folded'}
        hint={findKey('fold-base')}
        onSelect={() => runAction(viewer, 'fold-base')}
      >
        Fold JVM frames
      </Item>
      <Item isOn={isOn('strip-lines')} onSelect={() => change(toggleFilter(filters, { type: 'strip-lines' }))}>
        Merge the lines of a function
      </Item>
      <MenuSeparator />
      {packs === null ? <MenuItem disabled>Searching for frameworks …</MenuItem> : null}
      {packs?.length === 0 ? <MenuItem disabled>No framework found</MenuItem> : null}
      {packs && packs.length > 0 ? (
        <Item
          isOn={packs.every(({ id }) => folds(id))}
          hint={findKey('fold-frameworks')}
          onSelect={() =>
            change(
              toggleFrameworks(
                filters,
                packs.map(({ id }) => id),
              ),
            )
          }
        >
          Fold all frameworks
        </Item>
      ) : null}
      {packs?.map(({ id, title }) => (
        <Item
          key={id}
          isOn={folds(id)}
          onSelect={() =>
            change(
              folds(id)
                ? filters.filter((step) => step.type !== 'fold-framework' || step.pack !== id)
                : [...filters, { type: 'fold-framework', pack: id, open: [] }],
            )
          }
        >
          Fold {title}
        </Item>
      ))}
    </Menu>
  )
}

function Item({
  isOn,
  hint,
  onSelect,
  children,
}: {
  isOn: boolean
  hint?: string
  onSelect: () => void
  children: ReactNode
}) {
  return (
    <MenuItem className="min-h-7! py-0.5" aria-checked={isOn} role="menuitemcheckbox" onSelect={onSelect}>
      <span className="flex w-4 shrink-0">{isOn ? <Check size={14} aria-hidden /> : null}</span>
      <span className="flex-1">{children}</span>
      {hint === undefined ? null : <KeyHint>{hint}</KeyHint>}
    </MenuItem>
  )
}

/** Search at the left, controls of the view at the right; in a narrow window some of these are behind a button. */
export function ViewerToolbar(tools: ShellTools) {
  const { panes, active, viewing, filters, controls } = tools
  const { view, change } = viewing
  const isTimed = active.basics.timeSpan !== null && !active.isCompared
  const isAllShown = view.zoom.length === 0 && !view.range && view.row === null
  return (
    <>
      <div
        data-testid="toolbar"
        data-searching={view.search === '' ? undefined : ''}
        className="relative flex shrink-0 flex-wrap items-center gap-2 border-b border-line px-3 py-0.5 max-sm:gap-x-1.5"
      >
        <SearchBox {...tools} />
        <TabChoice view={view} change={change} tabs={active.model.sides ? comparedTabs : allTabs} />
        <Foldaway label="More controls" icon={SlidersHorizontal} className="gap-1.5">
          <ViewControls view={view} change={change} />
          {controls}
          {isTimed ? <ChartButton sort={view.sort} change={change} className="px-2! lg:hidden" /> : null}
          {panes.length === 1 ? <ThreadPanel viewer={active} /> : null}
          <FilterMenu viewer={active} filters={filters} />
          {panes.length === 1 ? <NotesPanel viewer={active} /> : null}
          <ViewMenu view={view} change={change} isTimed={isTimed} />
          {/* Tables have a button of their own, beside the name of the zoomed frame. */}
          {view.tab === 'graph' ? (
            <Tooltip text="Show all (0)">
              <Button
                data-leads
                aria-label="Show all (0)"
                className={narrowClass}
                disabled={isAllShown}
                onClick={() => change(wholeGraph, 'push')}
                icon={Maximize2}
              >
                <span className="cramped:sr-only">Show all</span>
              </Button>
            </Tooltip>
          ) : null}
        </Foldaway>
        {/* The way out of a zoom is not to be looked for in a panel. */}
        {view.tab === 'graph' && !isAllShown ? (
          <IconButton
            label="Show all"
            variant="secondary"
            className="lg:hidden"
            onClick={() => change(wholeGraph, 'push')}
            icon={Maximize2}
          />
        ) : null}
      </div>
      <FilterBar {...tools} />
    </>
  )
}

/** Chips and filters, on one line as long as they fit; not there without any. */
function FilterBar(tools: ShellTools) {
  const { panes, active, viewing, filters } = tools
  const { model } = active
  const { view } = viewing
  const { list } = filters
  // With two panes, each has a share of its own.
  const isCounted = panes.length === 1 && !active.isBuilding
  const removed = useMemo(() => (isCounted ? computeRemovedShares(model, list) : null), [isCounted, model, list])
  if (!hasFilterBar(tools)) return null
  return (
    <div className="relative flex shrink-0 items-center gap-1.5 border-b border-line bg-surface px-3 py-1 max-sm:overflow-x-auto max-sm:[scrollbar-width:none] max-sm:*:shrink-0 sm:flex-wrap">
      <SearchChips {...tools} />
      {view.searches.length > 0 && list.length > 0 ? <span aria-hidden className="mx-1 h-5 w-px bg-line" /> : null}
      {list.length > 0 ? (
        <>
          <FilterList
            filters={list}
            removed={removed?.byFilter ?? []}
            onChange={filters.change}
            onUndo={() => runAction(active, 'undo')}
          />
          <p role="status" data-testid="removed" className="sr-only">
            {removed && removed.all > 0 ? `${formatShare(removed.all)} removed by filters` : ''}
          </p>
        </>
      ) : null}
    </div>
  )
}
