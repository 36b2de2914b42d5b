'use client'
import { Settings2, Upload } from 'lucide-react'
import Link from 'next/link'
import { useId, useRef } from 'react'
import { noService } from '../../lib/contract/constants.ts'
import type { ImportOptions } from '../../lib/contract/imports.ts'
import { asProblem } from '../api/as-problem.ts'
import { formatWarning } from '../../lib/profile/format/warning.ts'
import { ImportPreview } from '../preview/import-preview.tsx'
import { ProblemView, type ShownProblem } from '../problem-view.tsx'
import { Button, ButtonLink } from '../ui/button.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { Name } from '../ui/name.tsx'
import { Popover } from '../ui/popover.tsx'
import { ProgressBar } from '../ui/progress-bar.tsx'
import { Select } from '../ui/select.tsx'
import { TextField } from '../ui/text-field.tsx'
import { formatBytes } from '../../lib/profile/format/units.ts'
import { units } from '../../lib/profile/model/profile.ts'
import { TextWithCode } from '../ui/text-with-code.tsx'
import type { ImportItem } from './import-queue.ts'
import { createImportHref, formatSameAs, importStateLabels } from './import-labels.ts'
import type { Importing } from './use-import.ts'
import { readableFormats } from '../../lib/profile/model/format-ids.ts'

const countLabels = { '1': 'one', '2': 'two, before and after (difffolded.pl)' }

export { useImport } from './use-import.ts'

/** Chooses files, and says what they may not say of themselves. */
export function ImportButton({
  variant,
  importing,
  services,
}: {
  variant: 'primary' | 'secondary'
  importing: Importing
  /** Those that exist. */
  services: readonly string[]
}) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <ImportOptionsForm options={importing.options} services={services} onChange={importing.setOptions} />
      {importing.options.service.trim() === '' ? null : (
        <span className="flex min-w-0 max-w-48 gap-1 text-muted">
          as <Name text={importing.options.service} />
        </span>
      )}
      <Button variant={variant} onClick={() => input.current?.click()} icon={Upload}>
        Import a recording
      </Button>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        aria-label="Recording to import"
        onChange={(event) => {
          const files = [...(event.target.files ?? [])]
          event.target.value = '' // so that the same file can be chosen again
          if (files.length > 0) importing.start(files)
        }}
      />
    </>
  )
}

function ImportOptionsForm({
  options,
  services,
  onChange,
}: {
  options: ImportOptions
  services: readonly string[]
  onChange: (options: ImportOptions) => void
}) {
  const list = useId()
  return (
    <Popover
      title="Import options"
      className="flex w-72 flex-col gap-3"
      trigger={<IconButton label="Import options" icon={Settings2} iconSize={16} />}
    >
      <label className="flex flex-col gap-1">
        Service
        <TextField
          value={options.service}
          list={list}
          maxLength={200}
          placeholder={noService}
          onChange={({ target }) => onChange({ ...options, service: target.value })}
        />
      </label>
      <datalist id={list}>
        {services.map((service) => (
          <option key={service} value={service} />
        ))}
      </datalist>
      <p className="text-muted">A service that a file names itself counts instead.</p>
      <p className="text-muted">Folded text does not say what its numbers are. Other formats do, and ignore this.</p>
      <label className="flex flex-col gap-1">
        Numbers on a line
        <Select
          value={options.counts}
          choices={['1', '2']}
          textOf={(counts) => countLabels[counts]}
          onChange={(counts) => onChange({ ...options, counts })}
        />
      </label>
      <label className="flex flex-col gap-1">
        They count
        <Select value={options.unit} choices={units} onChange={(unit) => onChange({ ...options, unit })} />
      </label>
    </Popover>
  )
}

/** How far imports are, what was passed over, or why one did not work; the graph of one that this page could read itself. */
export function ImportState({ items, preview, isOver, cancel, removeCopy, dismiss }: Importing) {
  const isRunning = items.some(isInProgress)
  return (
    <>
      {isOver ? (
        <div className="pointer-events-none fixed inset-2 z-40 flex items-center justify-center rounded-md border-2 border-dashed border-ember bg-canvas/90 p-4 text-center text-base font-medium">
          Drop them: {readableFormats}
        </div>
      ) : null}
      {preview !== null ? (
        <ImportPreview boxes={preview}>
          <ImportLine item={items.at(-1)} onCancel={cancel} />
        </ImportPreview>
      ) : null}
      {items.length > 0 ? (
        <section aria-label="Imports" className="mb-4 rounded-md border border-line">
          <ul>
            {items.map((item) => (
              <li key={item.id} className="border-b border-line px-4 py-2 last:border-b-0">
                {item.state === 'failed' ? (
                  <p className="mb-2 font-medium">
                    <Name text={item.fileName} />
                  </p>
                ) : null}
                {item.state === 'failed' ? (
                  <ProblemView problem={problemOnce(items, item)} />
                ) : (
                  <div className="flex items-center gap-4">
                    <ImportLine item={item} onCancel={cancel} />
                  </div>
                )}
                {item.isRemoved ? (
                  <p className="mt-1 text-muted">This copy was removed.</p>
                ) : item.imported?.sameAs ? (
                  <p className="mt-1 flex flex-wrap items-center gap-x-2 gap-y-1 text-muted">
                    {formatSameAs(item.imported.sameAs)}
                    <Link href={`/profiles/${item.imported.sameAs.id}`} prefetch={false} className="underline">
                      Open that one
                    </Link>
                    <Button size="small" onClick={() => removeCopy(item)}>
                      Remove this copy
                    </Button>
                  </p>
                ) : null}
                {item.imported?.warnings.map((warning) => (
                  <p key={`${warning.code} ${warning.line}`} className="mt-1 text-warn">
                    <TextWithCode text={formatWarning(warning)} />
                  </p>
                ))}
              </li>
            ))}
          </ul>
          {isRunning ? null : (
            <div className="border-t border-line px-4 py-2">
              <Button size="small" onClick={dismiss}>
                Dismiss
              </Button>
            </div>
          )}
        </section>
      ) : null}
    </>
  )
}

/** What to do about it, as the list of all formats, stands below the first file that it is true of. */
function problemOnce(items: readonly ImportItem[], item: ImportItem): ShownProblem {
  const problem = asProblem(item.error)
  const first = items.find(({ state, error }) => state === 'failed' && asProblem(error).remedy === problem.remedy)
  return first === item ? problem : { ...problem, remedy: '' }
}

function ImportLine({ item, onCancel }: { item: ImportItem | undefined; onCancel: (id: number) => void }) {
  if (!item) return null
  const { id, fileName, bytes, state, share, imported, options } = item
  const isSending = state === 'sending'
  return (
    <>
      <div role="status" className="flex min-w-0 flex-1 flex-wrap items-center gap-x-2 gap-y-1">
        <span className="w-20 shrink-0 text-muted">{importStateLabels[state]}</span>
        <Name text={fileName} className="min-w-0 font-medium" />
        <span className="figures text-muted">{formatBytes(bytes)}</span>
        {isSending || state === 'reading' ? (
          <span className="min-w-24 flex-1">
            <ProgressBar label={`Import of ${fileName}`} share={isSending ? share : null} />
          </span>
        ) : null}
      </div>
      {isInProgress(item) ? (
        <Button size="small" onClick={() => onCancel(id)}>
          Cancel
        </Button>
      ) : null}
      {imported && !item.isRemoved ? (
        <ButtonLink size="small" href={createImportHref(imported, options)}>
          Open
        </ButtonLink>
      ) : null}
    </>
  )
}

function isInProgress({ state }: ImportItem): boolean {
  return state === 'waiting' || state === 'sending' || state === 'reading'
}
