'use client'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/text-field.tsx'

/** Which packages are one's own, for the filter that leaves out the others. */
export function PackagesDialog({
  packages,
  guessed,
  onUse,
  onClose,
}: {
  /** Of the filter that is on; empty when it is off. */
  packages: readonly string[]
  /** From the main class, or from what the profile spends its time in. */
  guessed: readonly string[]
  onUse: (packages: readonly string[]) => void
  onClose: () => void
}) {
  const [text, setText] = useState((packages.length > 0 ? packages : guessed).join(', '))
  const typed = text.split(/[\s,]+/).filter((name) => name !== '')
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Only my packages"
      about="Java frames of other packages are left out; their cost goes to the frame that called them."
    >
      <form
        className="flex flex-col gap-3"
        onSubmit={(event) => {
          event.preventDefault()
          onUse(typed)
        }}
      >
        <label className="flex flex-col gap-1">
          Packages, with all below them
          <TextField
            className="font-mono text-xs"
            placeholder="com.acme.shop, com.acme.billing"
            maxLength={1000}
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        </label>
        <p className="text-sm text-muted">
          {guessed.length > 0
            ? `Guessed from the profile: ${guessed.join(', ')}`
            : 'The profile does not tell which are yours.'}
        </p>
        <div className="flex justify-end gap-2">
          {packages.length > 0 ? <Button onClick={() => onUse([])}>Show all packages</Button> : null}
          <Button type="submit" look="primary" disabled={typed.length === 0}>
            Show only these
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
