'use client'
import { FrameMenu } from './frame-menu.tsx'
import { NoteDialog } from '../notes/note-dialog.tsx'
import { PackagesDialog } from '../filters/packages-dialog.tsx'
import { RulesDialog } from '../colours/colour-rules-dialog.tsx'
import type { Viewer } from '../state/use-viewer.ts'
import { type KeyGroup, keyTable, formatKey } from '../../flame-graph/input/keys.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Key } from '../../ui/key.tsx'

const groups: readonly KeyGroup[] = ['Move', 'Search', 'View', 'Filter', 'Other']

/** Every key of the viewer, and what the mouse does. */
function KeysDialog({ open, onOpenChange }: { open: boolean; onOpenChange: (open: boolean) => void }) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title="Keys" isWide>
      <div className="gap-x-8 sm:columns-2 lg:columns-3">
        {groups.map((group) => (
          <section key={group} className="mb-4 break-inside-avoid">
            <h3 className="mb-1 font-medium">{group}</h3>
            <dl className="grid grid-cols-[4.75rem_1fr] items-baseline gap-x-3 gap-y-1">
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
          <dl className="grid grid-cols-[4.75rem_1fr] items-baseline gap-x-3 gap-y-1">
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

/** What opens over the page: the menu of a frame and the dialogs. */
export function ViewerPanels({ viewer }: { viewer: Viewer }) {
  const { panel, setPanel } = viewer
  return (
    <>
      <FrameMenu viewer={viewer} />
      <KeysDialog open={panel === 'keys'} onOpenChange={() => setPanel(null)} />
      {panel === 'rules' ? <RulesDialog viewer={viewer} /> : null}
      {panel === 'packages' ? <PackagesDialog viewer={viewer} /> : null}
      <NoteDialog state={viewer.notes} />
    </>
  )
}
