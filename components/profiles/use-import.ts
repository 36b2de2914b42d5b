'use client'
import { useRouter } from 'next/navigation'
import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react'
import { groupFiles } from '../../lib/contract/import-groups.ts'
import { defaultImportOptions } from '../../lib/contract/imports.ts'
import { useReportProfile } from '../live/use-live.tsx'
import { showToast } from '../ui/toast.tsx'
import { pause } from '../../lib/contract/send-when-allowed.ts'
import { createImportQueue, type ImportItem } from './import-queue.ts'
import { formatWarning } from '../../lib/profile/format/warning.ts'
import { changeMany } from './bulk-change.ts'
import { createImportHref, formatSameAs } from './import-labels.ts'
import { uploadProfile } from './upload-profile.ts'

/** Takes files dropped anywhere in the window. True while something that is a file hovers over it. */
function useFileDrop(onFiles: (files: File[]) => void): boolean {
  const [isOver, setIsOver] = useState(false)
  const drop = useEffectEvent(onFiles)

  useEffect(() => {
    const holdsFile = (event: DragEvent) => event.dataTransfer?.types.includes('Files') ?? false
    const onDragOver = (event: DragEvent) => {
      if (!holdsFile(event)) return
      event.preventDefault() // else the browser opens the file in this tab
      setIsOver(true)
    }
    const onDragLeave = (event: DragEvent) => {
      if (event.relatedTarget === null) setIsOver(false) // out of the window, not from one element to the next
    }
    const onDrop = (event: DragEvent) => {
      if (!holdsFile(event)) return
      event.preventDefault()
      setIsOver(false)
      const files = [...(event.dataTransfer?.files ?? [])]
      if (files.length > 0) drop(files)
    }
    window.addEventListener('dragover', onDragOver)
    window.addEventListener('dragleave', onDragLeave)
    window.addEventListener('drop', onDrop)
    return () => {
      window.removeEventListener('dragover', onDragOver)
      window.removeEventListener('dragleave', onDragLeave)
      window.removeEventListener('drop', onDrop)
    }
  }, [])

  return isOver
}

/** A file that takes longer to be read here goes up meanwhile. */
const headStartMs = 1500
const none: readonly ImportItem[] = []
const nothingSent = () => none

/**
 * Takes recordings from elsewhere: chosen, or dropped anywhere on the page. One alone is opened when it is read, and
 * drawn as soon as this page itself has read it; of several, a list tells what became of each.
 */
export function useImport() {
  const router = useRouter()
  const report = useReportProfile()
  const [queue] = useState(() => createImportQueue(uploadProfile))
  const items = useSyncExternalStore(queue.subscribe, queue.items, nothingSent)
  const [options, setOptions] = useState(defaultImportOptions)
  const [preview, setPreview] = useState<string | null>(null)
  useEffect(() => () => queue.cancelAll(), [queue])
  // What draws a file here is wanted the moment one is given. Where it does not come, the server's reading is awaited.
  useEffect(() => void openingLocally().catch(() => undefined), [])

  const startOne = async (file: File) => {
    const previewAbort = new AbortController()
    const opening = openingLocally()
      .then(({ openLocally }) => openLocally({ file, options }, previewAbort.signal))
      .then((boxes) => {
        if (boxes !== null && !previewAbort.signal.aborted) setPreview(boxes)
      })
      // The server reads it too.
      .catch(() => undefined)
    // Read here and there at once, on a machine that is both, the boxes would take twice as long.
    const [sent] = queue.add([file], options, {
      after: Promise.race([opening, pause(headStartMs)]),
      isAlone: true,
    })
    const imported = await sent!
    previewAbort.abort()
    if (imported) {
      imported.profiles.forEach(report)
      // Two, since three toasts are up at a time, and the next one may say that the file was there already.
      imported.warnings.slice(0, 2).forEach((warning) => showToast({ text: `${file.name}: ${formatWarning(warning)}` }))
      const { sameAs } = imported
      if (sameAs) {
        const run = () => {
          router.push(`/profiles/${sameAs.id}`)
          void changeMany(imported.profiles, { action: 'delete' }, (changed) => changed.forEach(report))
        }
        showToast({ text: formatSameAs(sameAs), action: { text: 'Remove this copy', run } })
      }
      router.push(createImportHref(imported, options))
    } else {
      setPreview(null)
    }
  }
  const start = (files: readonly File[]) => {
    queue.makeWay(files)
    if (files.length === 1) void startOne(files[0]!)
    else {
      const optionsOf = groupFiles(
        files.map(({ name }) => name),
        options,
      )
      const sent = files.flatMap((file, index) => queue.add([file], optionsOf[index]!))
      for (const one of sent) void one.then((imported) => imported?.profiles.forEach(report))
    }
  }
  /** What a file became is deleted again. */
  const removeCopy = ({ id, imported }: ImportItem) => {
    if (imported === null) return
    void changeMany(imported.profiles, { action: 'delete' }, (changed) => {
      changed.forEach(report)
      queue.setRemoved(
        id,
        changed.some(({ deletedAt }) => deletedAt !== null),
      )
    })
  }
  const isOver = useFileDrop(start)
  return {
    items,
    removeCopy,
    isOver,
    preview,
    options,
    setOptions,
    start,
    cancel: queue.cancel,
    cancelAll: queue.cancelAll,
    dismiss: queue.removeFinished,
  }
}

/** Loaded when the page is alive: the list of profiles does not wait for it. */
const openingLocally = () => import('../preview/open-locally.ts')

export type Importing = ReturnType<typeof useImport>
