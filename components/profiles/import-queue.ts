import type { Imported, ImportOptions } from '../../lib/contract/imports.ts'
import { sendWhenAllowed } from '../../lib/contract/send-when-allowed.ts'
import { createStore } from '../ui/store.ts'
import type { UploadRequest } from './upload-profile.ts'

/** One file on its way in. */
export interface ImportItem {
  readonly id: number
  readonly fileName: string
  readonly bytes: number
  readonly options: ImportOptions
  /** Given alone, not with others. */
  readonly isAlone: boolean
  readonly state: 'waiting' | 'sending' | 'reading' | 'done' | 'failed' | 'cancelled'
  /** 0 to 1 of the way up. */
  readonly share: number
  readonly imported: Imported | null
  readonly error: unknown
  /** Deleted again, since it was there already. */
  readonly isRemoved: boolean
}

interface AddOptions {
  readonly after?: Promise<unknown>
  readonly isAlone?: boolean
}

/** Files go up one after the other, in the order they were given: two at a time would only share the line. */
export function createImportQueue(upload: (request: UploadRequest) => Promise<Imported>) {
  const { get: items, set, subscribe } = createStore<readonly ImportItem[]>([])
  const controllers = new Map<number, AbortController>()
  let lastId = 0
  let last: Promise<unknown> = Promise.resolve()

  const change = (id: number, more: Partial<ImportItem>): void =>
    set(items().map((item) => (item.id === id ? { ...item, ...more } : item)))

  async function send(id: number, file: File, options: ImportOptions): Promise<Imported | null> {
    const { signal } = controllers.get(id)!
    const onProgress = (share: number) => change(id, { share, state: share < 1 ? 'sending' : 'reading' })
    const start = () => {
      change(id, { state: 'sending', share: 0 })
      return upload({ file, options, onProgress, signal })
    }
    try {
      // A server that reads others' files says when to come again.
      const imported = await sendWhenAllowed(start, signal, () => change(id, { state: 'waiting', share: 0 }))
      change(id, { state: 'done', imported })
      return imported
    } catch (error) {
      change(id, signal.aborted ? { state: 'cancelled' } : { state: 'failed', error })
      return null
    } finally {
      controllers.delete(id)
    }
  }

  function cancel(id: number): void {
    controllers.get(id)?.abort()
    if (items().find((item) => item.id === id)?.state === 'waiting') change(id, { state: 'cancelled' })
  }

  return {
    /**
     * One promise for each file: what became of it, null when it failed or was cancelled. None is sent before `after`
     * settles.
     */
    add: (files: readonly File[], options: ImportOptions, { after, isAlone = false }: AddOptions = {}) =>
      files.map((file) => {
        const id = ++lastId
        const { name: fileName, size: bytes } = file
        controllers.set(id, new AbortController())
        const begun = { state: 'waiting', share: 0, imported: null, error: null, isRemoved: false } as const
        set([...items(), { id, fileName, bytes, options, isAlone, ...begun }])
        const turn = after ? Promise.allSettled([last, after]) : last
        const sent = turn.then(() => send(id, file, options))
        last = sent
        return sent
      }),
    cancel,
    setRemoved: (id: number, isRemoved: boolean): void => change(id, { isRemoved }),
    cancelAll: (): void => [...controllers.keys()].forEach(cancel),
    /** Takes what is over off the list. */
    removeFinished: (): void => set(items().filter(({ id }) => controllers.has(id))),
    /** Takes what is over off the list before these files, except others that failed: why is still to be read. */
    makeWay: (files: readonly File[]): void =>
      set(
        items().filter(
          ({ id, state, fileName }) =>
            controllers.has(id) || (state === 'failed' && !files.some(({ name }) => name === fileName)),
        ),
      ),
    items,
    subscribe,
  }
}
