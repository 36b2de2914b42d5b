/** What pages and API operations may ask of the web program; it answers from memory, from the store, or from the collector. */
import { createShareLinks } from '../access/share-links.ts'
import { signInLink } from '../access/sign-in-link.ts'
import type { CollectorClient } from '../collector/client.ts'
import { buildListenOrigin, type Config } from '../config.ts'
import type { Store } from '../store/store.ts'
import { createCaptures } from './captures/captures.ts'
import { createCaptureFollower } from './captures/follow-captures.ts'
import { createImporter } from './import/import-profile.ts'
import { createLibrary, type Library } from './library/library.ts'
import { createNotes } from './library/notes.ts'
import { createFirstPaints } from './profiles/first-paints.ts'
import { createProfiles } from './profiles/profiles.ts'
import { createShares, type Shares } from './shares/shares.ts'
import { createWebhooks } from './webhooks/webhooks.ts'
import type { CollectorState } from './captures/live-state.ts'
import { type Access, codeLifetimeMs, createAccess, type Invitee } from '../access/sessions.ts'
import { createTokens, type Tokens } from '../access/tokens.ts'
import type { EventStreams } from './http/event-streams.ts'

interface SweepOptions {
  readonly sessions: Access
  readonly tokens: Tokens
  readonly shares: Shares
  readonly library: Library
  readonly store: Pick<Store, 'firstPaints' | 'notes' | 'profiles'>
  readonly streams: Pick<EventStreams, 'publish'>
}

/** How long a deletion can be undone. */
const undoMs = 3_600_000
const everyMs = 600_000

/** Ends what is over, again and again: sessions, links, what rules throw away, what was deleted long ago. Gives what stops it. */
function startSweeping({ sessions, tokens, shares, library, store, streams }: SweepOptions): () => void {
  const tasks = [
    () => sessions.removeExpired(),
    () => tokens.removeExpired(),
    () => shares.sweep(),
    () => store.notes.purge(Date.now() - undoMs),
    () => library.applyRetention(),
    async () => {
      for (const id of await store.profiles.purge(Date.now() - undoMs)) streams.publish({ type: 'profile-gone', id })
    },
    () => store.firstPaints.sweep(),
  ]
  async function sweep(): Promise<void> {
    // Each for itself: a rule that cannot be kept must not keep what was deleted on the disk.
    for (const task of tasks) await task().catch(console.error)
  }
  const timer = setInterval(() => void sweep(), everyMs).unref()
  return () => clearInterval(timer)
}

export type Server = ReturnType<typeof createServer>

interface ServerParts {
  readonly config: Config
  readonly store: Store
  readonly collector: CollectorClient
  readonly port: number
}

export function createServer({ config, store, collector, port }: ServerParts) {
  const webhooks = createWebhooks({ store: store.webhooks })
  const follower = createCaptureFollower({
    collector,
    store,
    socket: config.collectorSocket,
    onEnded: (capture) => webhooks.enqueueCalls(capture),
  })
  const { live, streams } = follower
  const publish = streams.publish.bind(streams)
  const people = createPeople(store, buildListenOrigin(config, port))
  const shares = createShares(store, createShareLinks(store.shares))
  const notes = createNotes(store)
  const library = createLibrary({ store, quotaBytes: config.quotaBytes, publish })
  const importFile = createImporter(config, store.profiles)
  const { repeatableRequests } = store
  const stopSweeping = startSweeping({ ...people, shares, library, store, streams })

  return {
    /** Port it listens on; names the session cookie. */
    port,
    host: createHost(collector, live),
    captures: createCaptures({ collector, follower, repeatableRequests, assertQuota: () => library.assertQuota() }),
    profiles: createProfiles({ store: store.profiles, library, notes, importFile, publish }),
    firstPaints: createFirstPaints(store.firstPaints),
    ...{ library, notes, shares, people, webhooks },
    /** A page's live events, until the session says no. */
    events: (isStillAllowed: () => Promise<boolean>) => streams.open(isStillAllowed),
    /** Ends streams, following and saving, in this order. */
    async stop(): Promise<void> {
      stopSweeping()
      await follower.stop()
      await webhooks.stop()
    },
  }
}

/** The host as the collector sees it: its JVMs, what they allow, which engines are blocked. */
function createHost(collector: CollectorClient, live: CollectorState) {
  return {
    /** From memory. */
    snapshot: () => live.snapshot(),
    target: (id: string) => live.target(id),
    /** Asks the JVM itself where that is safe. Throws: Problem. */
    examine: (targetId: string) => collector.call('examineTarget', { targetId }),
    /** Engines that are not used any more on an image, newest first. */
    blocks: () => collector.call('listBlocks', {}),
    /** Gives those that are left. */
    clearBlock: (blockId: string) => collector.call('clearBlock', { blockId }),
    setDemo: (action: 'start' | 'stop') => collector.call(action === 'start' ? 'startDemo' : 'stopDemo', {}),
  }
}

/** Who may sign in, and which programs may ask. */
function createPeople(store: Pick<Store, 'sessions' | 'tokens'>, listenOrigin: string) {
  const sessions = createAccess(store.sessions)
  return {
    sessions,
    tokens: createTokens(store.tokens),
    /** Without an origin, by the address that it listens on: right on this host, and there alone. */
    async makeSignInLink(
      whom: Invitee,
      kind: keyof typeof codeLifetimeMs,
      origin: string = listenOrigin,
    ): Promise<{ link: string; expiresAt: number }> {
      const { code, expiresAt } = await sessions.makeCode(whom, codeLifetimeMs[kind])
      return { link: signInLink(origin, code), expiresAt }
    },
  }
}
