import { keyTable } from '../flame-graph/keys.ts'
import { Dialog } from '../ui/dialog.tsx'
import { Key } from '../ui/key.tsx'

const drawnKeys: Record<string, string> = {
  ArrowUp: '↑',
  ArrowDown: '↓',
  ArrowLeft: '←',
  ArrowRight: '→',
  Backspace: '⌫',
  Escape: 'Esc',
}

/** Every key of the viewer, and what the mouse does. */
export function KeysDialog({ open, onOpenChange }: { open: boolean; onOpenChange: (open: boolean) => void }) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title="Keys">
      <dl className="grid grid-cols-[auto_1fr] items-baseline gap-x-4 gap-y-1.5">
        {keyTable.map(({ keys, says }) => (
          <Row key={says} keys={keys.map((key) => drawnKeys[key] ?? (/^[A-Z]$/.test(key) ? `Shift ${key}` : key))}>
            {says}
          </Row>
        ))}
        <Row keys={['Click']}>Zoom to a frame; on a faded one, back out to it</Row>
        <Row keys={['Ctrl', 'wheel']}>Zoom around the pointer; a pinch does the same</Row>
        <Row keys={['Drag']}>Pan</Row>
      </dl>
    </Dialog>
  )
}

function Row({ keys, children }: { keys: readonly string[]; children: string }) {
  return (
    <>
      <dt className="flex gap-1">
        {keys.map((key) => (
          <Key key={key}>{key}</Key>
        ))}
      </dt>
      <dd>{children}</dd>
    </>
  )
}
