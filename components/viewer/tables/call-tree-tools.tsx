'use client'
import { Copy, ListCollapse, Route } from 'lucide-react'
import type { CallTree } from '../../../lib/profile/call-tree.ts'
import { writeTreeMarkdown, writeTreeText } from '../../../lib/profile/tree-text.ts'
import { Button } from '../../ui/button.tsx'
import { Menu, MenuItem } from '../../ui/menu.tsx'
import { showToast } from '../../ui/toast.tsx'
import { formatCount } from '../../format/units.ts'
import type { OpenNodes } from './use-open-nodes.ts'

/** What can be done with the call tree as a whole: open the heavy path, close all, copy it from `from` down. */
export function CallTreeTools({
  tree,
  from,
  labelOf,
  title,
  nodes,
}: {
  tree: CallTree
  from: number
  labelOf: (frame: number) => string
  title: string
  nodes: OpenNodes
}) {
  const copy = (asMarkdown: boolean) => {
    const text = writeTreeText(tree, labelOf, { from })
    navigator.clipboard.writeText(asMarkdown ? writeTreeMarkdown(title, text) : `${text}\n`).then(
      () => showToast({ text: `Copied the call tree, ${formatCount(text.split('\n').length)} lines.` }),
      () => showToast({ text: 'The browser refused to copy the call tree.', tone: 'bad' }),
    )
  }
  return (
    <>
      <Button size="small" onClick={nodes.showHeavyPath} title="Open the heaviest callee of each frame">
        <Route size={14} aria-hidden />
        Heavy path
      </Button>
      <Button size="small" onClick={nodes.closeAll}>
        <ListCollapse size={14} aria-hidden />
        Close all
      </Button>
      <Menu
        align="start"
        trigger={
          <Button size="small">
            <Copy size={14} aria-hidden />
            Copy
          </Button>
        }
      >
        <MenuItem onSelect={() => copy(false)}>As text</MenuItem>
        <MenuItem onSelect={() => copy(true)}>As Markdown, for a ticket</MenuItem>
      </Menu>
    </>
  )
}
