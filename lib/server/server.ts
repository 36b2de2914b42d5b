/** What pages and routes may ask of the web program; it answers from memory, from the store, or from the collector. */
import { codeLifetimeMs, createAccess, type Access, type Invitee } from '../access/sessions.ts'
import { createShareLinks } from '../access/share-links.ts'
import { buildListenOrigin, signInLink } from '../access/sign-in-link.ts'
import { createTokens, type Tokens } from '../access/tokens.ts'
import type { CollectorClient } from '../collector/client.ts'
import type { Config } from '../config.ts'
import type { Block, Capture, DemoState, DoctorReport, ProfileSummary, Session, Target } from '../contract.ts'
import type { Imported } from '../contract/imports.ts'
import { Problem } from '../errors.ts'
import type { ProfileChange, StoredBytes } from '../store/library/profiles.ts'
import type { Store } from '../store/store.ts'
import { createCompare, type Compare } from './profiles/comparisons.ts'
import { createFirstPaints, type FirstPaints } from './profiles/first-paints.ts'
import { type ExportedFile, exportProfile, type ExportRequest } from './profiles/export-profile.ts'
import { createCaptureFollower } from './captures/follow-captures.ts'
import { createImporter, type Upload } from './import/import-profile.ts'
import { createLibrary, type Library } from './library/library.ts'
import type { CollectorStateSnapshot } from './captures/live-state.ts'
import { createNotes, type Notes } from './library/notes.ts'
import { pullStream } from './http/pull-stream.ts'
import { createShares, type Shares } from './shares/shares.ts'
import { type StartRequest, createStartOnce, type StartedCapture } from './captures/idempotent-captures.ts'
import { startSweeping } from './sweep-expired.ts'
import { createWebhooks, type Webhooks } from './webhooks/webhooks.ts'

export interface Server {
  /** Port it listens on; names the session cookie. */
  readonly port: number
  readonly access: Access
  readonly tokens: Tokens
  readonly webhooks: Webhooks
  /** Who is signed in, last seen first. */
  sessions(current: Session | null): Promise<Session[]>
  snapshot(): CollectorStateSnapshot
  target(id: string): Target | null
  /** Asks the JVM itself where that is safe. Throws: Problem. */
  doctor(targetId: string): Promise<DoctorReport>
  /** Newest first, those of earlier runs included. */
  captures(): Promise<Capture[]>
  capture(id: string): Promise<Capture | null>
  /** The same order with the same key again gives the same capture. Throws: Problem. */
  startCapture(startRequest: StartRequest): Promise<StartedCapture>
  cancelCapture(id: string): Promise<Capture>
  /** Ends a recording now and keeps what it has; of a flight recorder, the last seconds. */
  saveCapture(id: string): Promise<Capture>
  /** The newest picture of a capture under way. Throws: Problem `not-found` when there is none yet, or none any more. */
  openLive(captureId: string): Promise<CaptureSnapshot>
  /** Engines that are not used any more on an image, newest first. */
  blocks(): Promise<Block[]>
  clearBlock(id: string): Promise<Block[]>
  setDemo(action: 'start' | 'stop'): Promise<DemoState>
  profiles(options?: { limit?: number; service?: string; deleted?: boolean }): Promise<ProfileSummary[]>
  /** Also while its deletion can be undone. */
  profile(id: string): Promise<ProfileSummary | null>
  /** All events of the same capture or file, this one too, in one order for all of them; empty when there is no other. */
  siblings(profile: ProfileSummary): Promise<ProfileSummary[]>
  readonly library: Library
  /** The next five throw: Problem `not-found`. */
  changeProfile(id: string, change: ProfileChange): Promise<ProfileSummary>
  /** Also: Problem `profile-pinned`. */
  deleteProfile(id: string): Promise<ProfileSummary>
  restoreProfile(id: string): Promise<ProfileSummary>
  openProfile(id: string): Promise<StoredBytes>
  readonly firstPaints: FirstPaints
  exportProfile(id: string, request: ExportRequest): Promise<ExportedFile>
  /** What two profiles say when they are set against each other. Throws: Problem. */
  readonly compare: Compare
  /** A file that holds several events gives one profile for each. Throws: Problem. */
  importProfile(upload: Upload): Promise<Imported>
  readonly notes: Notes
  readonly shares: Shares
  /** Without an origin, by the address that it listens on: right on this host, and there alone. */
  makeSignInLink(
    whom: Invitee,
    kind: keyof typeof codeLifetimeMs,
    origin?: string,
  ): Promise<{ link: string; expiresAt: number }>
  /** A page's live events, until the session says no. */
  events(isStillAllowed: () => Promise<boolean>): ReadableStream<Uint8Array>
  /** Ends streams, following and saving, in this order. */
  stop(): Promise<void>
}

/** A capture as it was a moment ago. */
export interface CaptureSnapshot {
  /** At least how new its bytes are: `capture.live`. */
  readonly version: number
  /** The encoded profile. */
  open(): Promise<ReadableStream<Uint8Array>>
}

interface ServerParts {
  readonly config: Config
  readonly store: Store
  readonly collector: CollectorClient
  readonly port: number
}

export function createServer({ config, store, collector, port }: ServerParts): Server {
  const sessions = createAccess(store.sessions)
  const tokens = createTokens(store.tokens)
  const shares = createShares(store, createShareLinks(store.shares))
  const webhooks = createWebhooks({ store: store.webhooks })
  const follower = createCaptureFollower({
    collector,
    store,
    socket: config.collectorSocket,
    onEnded: (capture) => webhooks.enqueueCalls(capture),
  })
  const startOnce = createStartOnce({
    store: store.repeatableRequests,
    start: async (request, requestedBy) => {
      await library.assertQuota()
      return follower.applyCapture(await collector.call('startCapture', { ...request, requestedBy }))
    },
    find: (id) => follower.capture(id),
  })
  const importFile = createImporter(config, store.profiles)
  const { live, streams } = follower
  const notes = createNotes(store)
  const library = createLibrary({ store, quotaBytes: config.quotaBytes, publish: (event) => streams.publish(event) })

  const existing = <Value>(value: Value | null, what: string): Value => {
    if (value === null) throw new Problem('not-found', { what })
    return value
  }
  const changed = (profile: ProfileSummary | null): ProfileSummary => {
    const present = existing(profile, 'profile')
    streams.publish({ type: 'profile', profile: present })
    return present
  }
  const openProfile = async (id: string) => existing(await store.profiles.open(id), 'profile')

  const stopTidying = startSweeping({ sessions, tokens, shares, library, store, streams })

  return {
    port,
    access: sessions,
    tokens,
    webhooks,
    sessions: (current) => sessions.list(current),
    snapshot: () => live.snapshot(),
    target: (id) => live.target(id),
    doctor: (targetId) => collector.call('examineTarget', { targetId }),
    captures: () => follower.captures(),
    capture: (id) => follower.capture(id),
    startCapture: startOnce,
    cancelCapture: async (captureId) => follower.applyCapture(await collector.call('cancelCapture', { captureId })),
    saveCapture: async (captureId) => follower.applyCapture(await collector.call('saveCapture', { captureId })),
    async openLive(captureId) {
      // Asked before the bytes are: they may be newer than it says, never older.
      const version = live.capture(captureId)?.live ?? 0
      if (version === 0) throw new Problem('not-found', { what: 'picture of this capture' })
      return { version, open: async () => pullStream(await collector.fetchLive(captureId)) }
    },
    blocks: () => collector.call('listBlocks', {}),
    clearBlock: (blockId) => collector.call('clearBlock', { blockId }),
    setDemo: (action) => collector.call(action === 'start' ? 'startDemo' : 'stopDemo', {}),

    profiles: (options) => store.profiles.list(options),
    profile: (id) => store.profiles.find(id),
    async siblings({ captureId }) {
      const all = captureId === null ? [] : await store.profiles.listByCapture(captureId)
      return all.length > 1 ? all : []
    },
    changeProfile: async (id, change) => changed(await store.profiles.change(id, change)),
    library,
    deleteProfile: (id) => library.delete(id),
    restoreProfile: async (id) => changed(await store.profiles.setDeleted(id, null)),
    openProfile,
    firstPaints: createFirstPaints(store.firstPaints),
    async exportProfile(id, request) {
      const summary = existing(await store.profiles.find(id), 'profile')
      const exported = { summary, stored: await openProfile(id), notes: await notes.list(id) }
      return exportProfile(exported, request)
    },
    compare: createCompare({
      find: (id) => store.profiles.find(id),
      open: openProfile,
      beforeDeploy: (profile) => library.beforeDeploy(profile),
    }),
    async importProfile(upload) {
      await library.assertQuota()
      const imported = await importFile(upload)
      imported.profiles.forEach(changed)
      return imported
    },
    notes,

    shares,
    async makeSignInLink(whom, kind, origin = buildListenOrigin(config, port)) {
      const { code, expiresAt } = await sessions.makeCode(whom, codeLifetimeMs[kind])
      return { link: signInLink(origin, code), expiresAt }
    },
    events: (isStillAllowed) => streams.open(isStillAllowed),
    async stop() {
      stopTidying()
      await follower.stop()
      await webhooks.stop()
    },
  }
}
