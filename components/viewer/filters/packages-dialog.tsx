'use client'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { addFilter } from './filter-changes.ts'
import type { FilterControls } from './use-filters.ts'

/** Characters that the field of packages takes, all together; more that is typed is dropped. */
const longestPackages = 1000

/** Which packages are one's own, for the filter that leaves out the others. */
export function PackagesDialog({
  guessed,
  filters,
  onClose,
}: {
  /** Packages by the main class, or by the methods in which the profile spends its time. */
  guessed: readonly string[]
  filters: Pick<FilterControls, 'list' | 'change'>
  onClose: () => void
}) {
  const packages = filters.list.flatMap((step) =>
    step.type === 'only-packages' && step.off !== true ? step.packages : [],
  )
  const use = (chosen: readonly string[]) => {
    const others = filters.list.filter(({ type }) => type !== 'only-packages')
    filters.change(chosen.length === 0 ? others : addFilter(filters.list, { type: 'only-packages', packages: chosen }))
    onClose()
  }
  const [text, setText] = useState((packages.length > 0 ? packages : guessed).join(', '))
  const typed = text.split(/[\s,]+/).filter((name) => name !== '')
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Only my packages"
      about="All other frames are left out, those of the JVM, the C library and the kernel too; their samples count for the frame that called them."
      onSubmit={() => use(typed)}
    >
      <label className="flex flex-col gap-1">
        Packages, with all below them
        <TextField
          className="font-mono text-xs"
          placeholder="com.acme.shop, com.acme.billing"
          maxLength={longestPackages}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      </label>
      <p className="text-sm text-muted">
        {guessed.length > 0
          ? `Guessed from the profile: ${guessed.join(', ')}`
          : 'The profile does not tell which are yours.'}
      </p>
      <DialogActions missing={typed.length === 0 ? 'Name a package.' : null}>
        {packages.length > 0 ? <Button onClick={() => use([])}>Show all packages</Button> : null}
        <Button type="submit" variant="primary" disabled={typed.length === 0}>
          Show only these
        </Button>
      </DialogActions>
    </Dialog>
  )
}
