/** Ends what is over, again and again: sessions, links, what rules throw away, what was deleted long ago. */
import type { Access } from '../access/sessions.ts'
import type { Tokens } from '../access/tokens.ts'
import type { Store } from '../store/store.ts'
import type { EventStreams } from './http/event-streams.ts'
import type { Library } from './library/library.ts'
import type { Shares } from './shares/shares.ts'

interface SweepOptions {
  readonly sessions: Access
  readonly tokens: Tokens
  readonly shares: Shares
  readonly library: Library
  readonly store: Pick<Store, 'notes' | 'profiles'>
  readonly streams: Pick<EventStreams, 'publish'>
}

/** How long a deletion can be undone. */
const undoMs = 3_600_000
const everyMs = 600_000

/** Gives what stops it. */
export function startSweeping({ sessions, tokens, shares, library, store, streams }: SweepOptions): () => void {
  const tasks = [
    () => sessions.removeExpired(),
    () => tokens.removeExpired(),
    () => shares.sweep(),
    () => store.notes.purge(Date.now() - undoMs),
    () => library.applyRetention(),
    async () => {
      for (const id of await store.profiles.purge(Date.now() - undoMs)) streams.publish({ type: 'profile-gone', id })
    },
  ]
  async function sweep(): Promise<void> {
    // Each for itself: a rule that cannot be kept must not keep what was deleted on the disk.
    for (const task of tasks) await task().catch(console.error)
  }
  const timer = setInterval(() => void sweep(), everyMs).unref()
  return () => clearInterval(timer)
}
