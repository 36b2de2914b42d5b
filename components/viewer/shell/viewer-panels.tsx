'use client'
import { DropdownMenu as Radix } from 'radix-ui'
import { Fragment, useEffect } from 'react'
import { NoteDialog } from '../notes/note-dialog.tsx'
import { PackagesDialog } from '../filters/packages-dialog.tsx'
import { ColourRulesDialog } from '../colours/colour-rules-dialog.tsx'
import { runAction } from '../state/run-action.ts'
import type { Viewer } from '../state/use-viewer.ts'
import { findKey, formatKey, type KeyGroup, keyTable, type ViewerAction } from '../../flame-graph/input/keys.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Key, KeyHint } from '../../ui/key.tsx'
import { floatContainer } from '../../ui/float-container.ts'
import { dismissAdvice } from '../../ui/toast.tsx'
import { MenuItem, MenuSeparator, moveMenuFocus } from '../../ui/menu.tsx'
import { Name } from '../../ui/name.tsx'
import { applyFilterAction, isFilterAction } from '../filters/filter-actions.ts'
import { useViewFocus } from './use-view-focus.ts'
import { describePointedFrame } from '../filters/frame-filters.ts'

/** Entries of the menu, in groups with a line between two. The key of each is in `keyTable`. */
const entries: readonly (readonly (readonly [ViewerAction, string])[])[] = [
  [
    ['zoom', 'Zoom to this frame'],
    ['callers', 'Callers and callees'],
    ['copy-name', 'Copy name'],
    ['copy-stack', 'Copy stack'],
    ['note', 'Add a note'],
  ],
  [
    ['focus', 'Only this function'],
    ['focus-path', 'Only this frame'],
    ['show-from', 'Show from here'],
  ],
  [
    ['hide', 'Hide this function'],
    ['drop', 'Drop stacks with it'],
  ],
  [
    ['collapse-package', 'Collapse its package'],
    ['collapse-module', 'Collapse its library'],
    ['expand', 'Expand or fold this box'],
  ],
  [
    ['fold-direct', 'Fold direct recursion (a → a)'],
    ['fold-indirect', 'Fold all recursion (a → b → a)'],
    ['fold-frameworks', 'Fold frameworks'],
    ['my-packages', 'Show only my packages'],
    ['hide-idle', 'Hide idle threads'],
  ],
]

/** The width of the menu of a frame, where the window is not narrower. */
const menuWidthRem = 18
/** CSS pixels between the menu of a frame and the pointer, and between it and the edge of the window. */
const menuGapPx = 2
const windowPaddingPx = 8
/** A pointer that comes up nearer than this to where it opened the menu chooses no entry. */
const stillPx = 4

/**
 * Where the menu opens for a press at `x`: there if it fits on one side of it, else so far to the left that it fits.
 */
function findMenuLeft(x: number): number {
  const { clientWidth } = document.documentElement
  const widthPx = menuWidthRem * parseFloat(getComputedStyle(document.documentElement).fontSize)
  // The trigger is one pixel wide.
  const neededPx = widthPx + menuGapPx + windowPaddingPx + 1
  const fitsBeside = x + neededPx <= clientWidth || x >= neededPx
  // Where the window is too narrow for that, the menu begins at the padding of the window.
  return fitsBeside ? x : Math.max(windowPaddingPx - menuGapPx - 1, clientWidth - neededPx)
}

/**
 * All actions on one frame, at the pointer or at the selected box. Actions without an effect here cannot be chosen.
 */
function FrameMenu({ viewer }: { viewer: Viewer }) {
  const { model, facts, viewing, notes, menu, setMenu, graph } = viewer
  // A filter may have made the tree shorter while the menu was open.
  if (!menu || menu.node >= model.tree.length) return null
  const pointed = describePointedFrame(model, menu.node)
  const ownPackages = facts?.ownPackages ?? []
  const target = { view: viewing.view, model, frame: pointed, ownPackages, packs: [] }
  const name = pointed.name === '' ? 'all' : pointed.name
  const isPossible = (action: ViewerAction) => {
    if (action === 'note') return notes.canWrite
    // Callers and callees are of one profile, and a comparison has two.
    if (action === 'callers') return model.sides === undefined
    // Which frameworks a profile has is asked for once the entry is chosen: `packs` is empty here.
    if (action === 'fold-frameworks' || !isFilterAction(action)) return true
    return applyFilterAction(action, target) !== null
  }
  // At once, and before an entry opens a dialog, which returns the focus to where it was: Radix would do it in a
  // timeout, which takes the focus from the search that a quick key has put it in.
  const leave = () => {
    if (document.activeElement?.closest('[role=menu]')) graph.current?.focus()
  }
  const close = () => {
    leave()
    setMenu(null)
  }
  return (
    <Radix.Root open modal={false} onOpenChange={(isOpen) => (isOpen ? undefined : close())}>
      <Radix.Trigger asChild>
        <span aria-hidden tabIndex={-1} className="fixed size-px" style={{ left: findMenuLeft(menu.x), top: menu.y }} />
      </Radix.Trigger>
      <Radix.Portal container={floatContainer()}>
        <Radix.Content
          align="start"
          side="right"
          sideOffset={menuGapPx}
          collisionPadding={windowPaddingPx}
          data-testid="frame-menu"
          onKeyDownCapture={moveMenuFocus}
          onPointerUpCapture={(event) => {
            // The button that opened the menu under the pointer comes up: Radix would choose the entry there.
            if (Math.hypot(event.clientX - menu.x, event.clientY - menu.y) < stillPx) event.preventDefault()
          }}
          aria-label={`Menu of ${name}`}
          className="floating animate-pop z-40 max-h-(--radix-dropdown-menu-content-available-height) overflow-y-auto p-1"
          style={{ width: `min(${menuWidthRem}rem, 100vw - 1rem)` }}
        >
          <Radix.Label className="flex min-w-0 px-2 py-1">
            <Name text={name} mono className="text-muted" />
          </Radix.Label>
          {entries.map((group, index) => (
            <Fragment key={group[0]![0]}>
              {index === 0 ? null : <MenuSeparator />}
              {group.map(([action, label]) => (
                <MenuItem
                  key={action}
                  disabled={!isPossible(action)}
                  className="min-h-6.5! justify-between py-0!"
                  onSelect={() => {
                    leave()
                    runAction(viewer, action, menu.node)
                  }}
                >
                  {label}
                  <KeyHint>{findKey(action)}</KeyHint>
                </MenuItem>
              ))}
            </Fragment>
          ))}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

/** In this order three columns are about as long as each other, and the dialog needs no scrolling in a small window. */
const groups: readonly KeyGroup[] = ['Move', 'Search', 'View', 'Other', 'Filter']

/** Every key of the viewer, and the actions of the mouse. */
function KeysDialog({ open, onOpenChange }: { open: boolean; onOpenChange: (open: boolean) => void }) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title="Keys" isWide>
      <div className="gap-x-8 sm:columns-2 lg:columns-3">
        {groups.map((group) => (
          <section key={group} className="mb-4 break-inside-avoid">
            <h3 className="mb-1 font-medium">{group}</h3>
            <dl className="grid grid-cols-[4.75rem_1fr] items-baseline gap-x-3 gap-y-1 text-xs">
              {keyTable
                .filter((row) => row.group === group)
                .map(({ keys, action, label }) => (
                  <Row key={action} keys={keys}>
                    {label}
                  </Row>
                ))}
            </dl>
          </section>
        ))}
        <section className="break-inside-avoid">
          <h3 className="mb-1 font-medium">Mouse and touch</h3>
          <dl className="grid grid-cols-[4.75rem_1fr] items-baseline gap-x-3 gap-y-1 text-xs">
            <Row keys={['Click']}>Zoom to a frame; on a faded one, back out to it</Row>
            <Row keys={['Right click']}>Menu of a frame; a long press does the same</Row>
            <Row keys={['Ctrl wheel']}>Zoom around the pointer; a pinch does the same</Row>
            <Row keys={['Drag']}>Pan</Row>
          </dl>
        </section>
      </div>
    </Dialog>
  )
}

function Row({ keys, children }: { keys: readonly string[]; children: string }) {
  return (
    <>
      <dt className="flex flex-wrap gap-1">
        {keys.map((key) => (
          <Key key={key}>{formatKey(key)}</Key>
        ))}
      </dt>
      <dd>{children}</dd>
    </>
  )
}

/** Shows the menu of a frame and the dialogs over the page. */
export function ViewerPanels({ viewer }: { viewer: Viewer }) {
  const { panel, setPanel, viewing, theme, filters, facts } = viewer
  const close = () => setPanel(null)
  useViewFocus(viewing.view)
  // The cleanup: advice is about the view on the screen, and goes when that changes.
  useEffect(() => dismissAdvice, [viewing.view])
  return (
    <>
      <FrameMenu viewer={viewer} />
      <KeysDialog open={panel === 'keys'} onOpenChange={close} />
      {panel === 'rules' ? <ColourRulesDialog viewing={viewing} theme={theme} onClose={close} /> : null}
      {panel === 'packages' ? (
        <PackagesDialog guessed={facts?.ownPackages ?? []} filters={filters} onClose={close} />
      ) : null}
      <NoteDialog state={viewer.notes} />
    </>
  )
}
