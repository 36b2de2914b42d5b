'use client'
import type { LucideIcon } from 'lucide-react'
import { createContext, type ReactNode, useContext, useState } from 'react'
import { Button } from '../ui/button.tsx'
import { Command } from '../ui/command.tsx'
import { Dialog, DialogActions } from '../ui/dialog.tsx'
import { showProblem } from '../ui/toast.tsx'

/** Whether the form of a dialog has asked for its secret, which comes once: the dialog stays open for it. */
const IssuingContext = createContext<readonly [boolean, (isIssuing: boolean) => void]>([false, () => undefined])

/** A button and its dialog: a form, then once what it issued. */
export function IssueSecretDialog<Issued>({
  action,
  icon: Icon,
  title = action,
  about,
  onIssued,
  form,
  children,
}: {
  action: string
  icon: LucideIcon
  title?: string
  about: string
  onIssued?: (issued: Issued) => void
  /** Calls `show` with what it issued. */
  form: (show: (issued: Issued) => void) => ReactNode
  children: (issued: Issued) => ReactNode
}) {
  const [isOpen, setIsOpen] = useState(false)
  const [issued, setIssued] = useState<Issued | null>(null)
  const issuing = useState(false)
  const show = (newlyIssued: Issued) => {
    setIssued(newlyIssued)
    onIssued?.(newlyIssued)
  }
  return (
    <>
      <Button
        onClick={() => {
          setIssued(null)
          setIsOpen(true)
        }}
        icon={Icon}
      >
        {action}
      </Button>
      <Dialog open={isOpen} isBusy={issuing[0]} onOpenChange={setIsOpen} title={title} about={about}>
        <p role="status" className="sr-only">
          {issued === null ? '' : 'Created.'}
        </p>
        <IssuingContext value={issuing}>{issued === null ? form(show) : children(issued)}</IssuingContext>
      </Dialog>
    </>
  )
}

export function IssueForm({
  action,
  missing = null,
  issue,
  children,
}: {
  action: string
  /** What has to be given first, as a sentence; null where nothing is missing. */
  missing?: string | null
  issue: () => Promise<void>
  children: ReactNode
}) {
  const [isIssuing, setIssuing] = useContext(IssuingContext)
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        setIssuing(true)
        void issue()
          .catch(showProblem)
          .finally(() => setIssuing(false))
      }}
      className="flex flex-col gap-4"
    >
      {children}
      <DialogActions missing={missing}>
        <Button type="submit" variant="primary" disabled={missing !== null || isIssuing}>
          {action}
        </Button>
      </DialogActions>
    </form>
  )
}

/** Any of a few values. */
export function CheckboxSet<Value extends string>({
  legend,
  values,
  chosen,
  onChange,
  children,
}: {
  legend: string
  values: readonly Value[]
  chosen: readonly Value[]
  onChange: (chosen: Value[]) => void
  children: (value: Value) => ReactNode
}) {
  return (
    <fieldset>
      <legend className="mb-1 font-medium">{legend}</legend>
      {values.map((value) => (
        <label key={value} className="flex min-h-8 items-center gap-2">
          <input
            type="checkbox"
            className="size-4 accent-ember"
            checked={chosen.includes(value)}
            onChange={({ target }) =>
              onChange(target.checked ? [...chosen, value] : chosen.filter((one) => one !== value))
            }
          />
          {children(value)}
        </label>
      ))}
    </fieldset>
  )
}

/** A secret that cannot be read again: to be copied now. */
export function SecretOnce({ secret, children }: { secret: string; children: ReactNode }) {
  return (
    <div className="flex flex-col gap-3">
      <p className="rounded-md border border-warn/40 bg-warn-wash px-3 py-2">Copy it now. It won’t be shown again.</p>
      <Command text={secret} label="Copy secret" />
      <div className="text-muted">{children}</div>
    </div>
  )
}
