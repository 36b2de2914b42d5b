'use client'
import Link from 'next/link'
import { useState } from 'react'
import { asProblem } from '../api/as-problem.ts'
import { formatWarning } from '../../lib/profile/format/warning.ts'
import { ImportPreview } from '../preview/import-preview.tsx'
import { Button, ButtonLink } from '../ui/button.tsx'
import { Name } from '../ui/name.tsx'
import { ProgressBar } from '../ui/progress-bar.tsx'
import { ShowAll } from '../ui/show-all.tsx'
import { formatBytes } from '../../lib/profile/format/units.ts'
import { TextWithCode } from '../ui/text-with-code.tsx'
import type { ImportItem } from './import-queue.ts'
import {
  createImportHref,
  formatImportCount,
  formatSameAs,
  importStateLabels,
  isInProgress,
  isNotable,
} from './import-labels.ts'
import type { Importing } from './use-import.ts'
import { readableFormats } from '../../lib/profile/model/format-ids.ts'

/** So many files are listed each; of more only those that have something to say, and as many of them. */
const fewFiles = 5

/**
 * How far imports are, what was passed over, or why one did not work; the graph of one that this page could read
 * itself.
 */
export function ImportState({ items, preview, isOver, cancel, cancelAll, removeCopy, dismiss }: Importing) {
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
        <ImportList items={items} onCancel={cancel} onCancelAll={cancelAll} onRemove={removeCopy} onDismiss={dismiss} />
      ) : null}
    </>
  )
}

function ImportList({
  items,
  onCancel,
  onCancelAll,
  onRemove,
  onDismiss,
}: {
  items: readonly ImportItem[]
  onCancel: (id: number) => void
  onCancelAll: () => void
  onRemove: (item: ImportItem) => void
  onDismiss: () => void
}) {
  const [isWhole, setIsWhole] = useState(false)
  const isRunning = items.some(isInProgress)
  const isLong = items.length > fewFiles
  const isFailed = ({ state }: ImportItem) => state === 'failed'
  const notable = [...items.filter(isFailed), ...items.filter((item) => isNotable(item) && !isFailed(item))]
  // Beside many refusals the list of profiles stays on the screen.
  const shown = isLong && !isWhole ? notable.slice(0, fewFiles) : items
  return (
    <section aria-label="Imports" className="mb-4 rounded-md border border-line">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1 px-4 py-2">
        <span role="status" className="font-medium">
          {formatImportCount(items)}
        </span>
        <span className="min-w-24 flex-1">
          {isRunning && items.length > 1 ? (
            <ProgressBar label="Imports" share={items.filter((item) => !isInProgress(item)).length / items.length} />
          ) : null}
        </span>
        {isLong ? <ShowAll isWhole={isWhole} count={items.length} onToggle={() => setIsWhole(!isWhole)} /> : null}
        {isRunning ? (
          items.length > 1 ? (
            <Button size="small" onClick={onCancelAll}>
              Cancel all
            </Button>
          ) : null
        ) : (
          <Button size="small" onClick={onDismiss}>
            Dismiss
          </Button>
        )}
      </div>
      <ul>
        {shown.map((item) => (
          <li key={item.id} className="border-t border-line px-4 py-2">
            {item.state === 'failed' ? (
              <FailedFile item={item} />
            ) : (
              <div className="flex items-center gap-4">
                <ImportLine item={item} onCancel={onCancel} />
              </div>
            )}
            <ImportNotes item={item} onRemove={onRemove} />
          </li>
        ))}
      </ul>
    </section>
  )
}

/** That a file was there already, and what of it was skipped. */
function ImportNotes({ item, onRemove }: { item: ImportItem; onRemove: (item: ImportItem) => void }) {
  return (
    <>
      {item.isRemoved ? (
        <p className="mt-1 text-muted">This copy was removed.</p>
      ) : item.imported?.sameAs ? (
        <p className="mt-1 flex flex-wrap items-center gap-x-2 gap-y-1 text-muted">
          {formatSameAs(item.imported.sameAs)}
          <Link href={`/profiles/${item.imported.sameAs.id}`} prefetch={false} className="underline">
            Open that one
          </Link>
          <Button size="small" onClick={() => onRemove(item)}>
            Remove this copy
          </Button>
        </p>
      ) : null}
      {item.imported?.warnings.map((warning, index) => (
        <p key={index} className="mt-1 text-warn">
          <TextWithCode text={formatWarning(warning)} />
        </p>
      ))}
    </>
  )
}

/** On one line what happened, for a list of many; what to do, as the list of all formats, is behind it. */
function FailedFile({ item: { fileName, error, isAlone } }: { item: ImportItem }) {
  const { title, remedy, code } = asProblem(error)
  return (
    <div role="alert" data-problem={code}>
      <details open={isAlone}>
        <summary className="cursor-pointer rounded-md">
          <span className="inline-flex max-w-[calc(100%-1.5rem)] flex-wrap gap-x-2 align-top">
            <Name text={fileName} className="font-medium" />
            <span className="text-bad">
              <TextWithCode text={title} />
            </span>
          </span>
        </summary>
        <p className="mt-1 text-muted">
          <TextWithCode text={remedy} /> <span className="font-mono text-xs text-faint">{code}</span>
        </p>
      </details>
    </div>
  )
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
