/** Answers pages and API operations from memory, from the store, or from the collector. */
import { createShareLinks } from '../access/share-links.ts'
import { signInLink } from '../access/sign-in-link.ts'
import { type CollectorClient, createCollectorClient } from '../collector/client/client.ts'
import { clusterCollectorId, localCollectorId, trashMs } from '../contract/constants.ts'
import type { Capture } from '../contract/capture.ts'
import type { Block } from '../contract/doctor.ts'
import type { StartExperiment } from '../contract/experiment-directories.ts'
import { buildListenOrigin, type Config } from '../config.ts'
import type { Store } from '../store/store.ts'
import { createServerCaptures } from './captures/captures.ts'
import { type CaptureFollower, createCaptureFollower } from './captures/follow-captures.ts'
import { createImporter } from './import/import-profile.ts'
import { createExperiments } from './library/experiments.ts'
import { createLibrary, type Library } from './library/library.ts'
import { createNotes } from './library/notes.ts'
import { createFirstPaints } from './profiles/first-paints.ts'
import { createProfiles } from './profiles/profiles.ts'
import { createPreviews } from './shares/previews.ts'
import { createShares, type Shares } from './shares/shares.ts'
import { completeAmong, createCompleteId } from './complete-id.ts'
import { createWebhooks } from './webhooks/webhooks.ts'
import { type Access, codeLifetimeMs, createAccess, type Invitee } from '../access/sessions.ts'
import { type CollectorCredentials, createCollectorCredentials } from '../access/collector-credentials.ts'
import { createRemoteCollectors } from './collectors/remote-collectors.ts'
import { createTokens, type Tokens } from '../access/tokens.ts'
import { existing } from './existing.ts'
import type { EventStreams } from './http/event-streams.ts'

interface SweepOptions {
  readonly sessions: Access
  readonly tokens: Tokens
  readonly collectors: CollectorCredentials
  readonly shares: Shares
  readonly library: Library
  readonly store: Pick<Store, 'firstPaints' | 'notes' | 'profiles'>
  readonly streams: Pick<EventStreams, 'publish'>
}

/** How often retention runs, and expired rows are removed. */
const removeExpiredEveryMs = 600_000

/**
 * Removes again and again: expired sessions, tokens and links, profiles that the rules do not keep, and profiles and
 * notes that were deleted long ago. Gives a function that stops it.
 */
function startSweeping({ sessions, tokens, collectors, shares, library, store, streams }: SweepOptions): () => void {
  const tasks = [
    () => sessions.removeExpired(),
    () => tokens.removeExpired(),
    () => collectors.removeExpired(),
    () => shares.sweep(),
    () => store.notes.purge(Date.now() - trashMs),
    () => library.applyRetention(),
    async () => {
      for (const id of await store.profiles.purge(Date.now() - trashMs)) streams.publish({ type: 'profile-gone', id })
    },
    () => store.profiles.sweep(),
    () => store.firstPaints.sweep(),
  ]
  async function sweep(): Promise<void> {
    // Each by itself: when the rules cannot be applied, deleted profiles must still leave the disk.
    for (const task of tasks) await task().catch(console.error)
  }
  const timer = setInterval(() => void sweep(), removeExpiredEveryMs).unref()
  return () => clearInterval(timer)
}

export type Server = ReturnType<typeof createServer>

interface ServerParts {
  readonly config: Config
  readonly store: Store
  readonly collector: CollectorClient
  readonly port: number
  /** A capture reached its final state; called again after a crash before that was stored. */
  readonly onEnded?: (capture: Capture) => void
}

export function createServer({ config, store, collector, port, onEnded = () => undefined }: ServerParts) {
  const webhooks = createWebhooks({ store: store.webhooks })
  const follower = createCaptureFollower({
    store,
    onEnded: (capture) => {
      onEnded(capture)
      return webhooks.enqueueCalls(capture)
    },
  })
  if (config.listsLocalJvms)
    follower.add({ id: localCollectorId, name: '', client: collector, address: config.collectorSocket, joinedAt: null })
  const clusters = config.kubernetes === null ? null : createCollectorClient(config.kubernetes.socket)
  if (clusters && config.kubernetes) {
    const { socket: address } = config.kubernetes
    follower.add({ id: clusterCollectorId, name: 'Kubernetes', client: clusters, address, joinedAt: null })
  }
  const { streams } = follower
  const publish = streams.publish.bind(streams)
  const people = createPeople(store, buildListenOrigin(config, port))
  const shares = createShares(store, createShareLinks(store.shares), createPreviews(), () =>
    publish({ type: 'shares' }),
  )
  const notes = createNotes(store)
  const library = createLibrary({ store, quotaBytes: config.quotaBytes, publish })
  const importFile = createImporter({ config, profiles: store.profiles, collector })
  const { repeatableRequests } = store
  const remoteCollectors = createRemoteCollectors({
    credentials: people.collectors,
    follower,
    clusterSocket: config.kubernetes?.socket ?? null,
  })
  const stopSweeping = startSweeping({ ...people, shares, library, store, streams })
  const firstPaints = createFirstPaints(store.firstPaints)
  firstPaints.makeMissing((id) => store.profiles.open(id)).catch(console.error)

  const completeId = createCompleteId({
    profiles: (beginning) => library.completeId(beginning),
    captures: async (beginning) => {
      const live = follower.snapshot().captures.map(({ id }) => id)
      return completeAmong([...live, ...(await store.captures.listIdsBeginning(beginning))], beginning)
    },
    targets: async (beginning) =>
      completeAmong(
        follower.snapshot().targets.map(({ id }) => id),
        beginning,
      ),
    experiments: async (beginning) => completeAmong(await store.experiments.listIdsBeginning(beginning), beginning),
  })

  return {
    completeId,
    /** Port it listens on; names the session cookie. */
    port,
    host: createHost(follower),
    captures: createServerCaptures({ follower, repeatableRequests, assertQuota: () => library.assertQuota() }),
    profiles: createProfiles({ store: store.profiles, library, notes, importFile, publish }),
    experiments: createExperiments({ store, publish }),
    ...{ firstPaints, library, notes, shares, people, webhooks, remoteCollectors },
    audit: store.audit,
    /** Ends all that opens something and is of this person, but one session. */
    async revokePerson(person: string, exceptSessionId: string) {
      const shared = (await shares.list()).filter(({ createdBy }) => createdBy === person)
      for (const { id } of shared) await shares.revoke(id)
      return {
        ...(await people.sessions.endAllOf(person, exceptSessionId)),
        tokens: await people.tokens.revokeOf(person),
        joinTokens: await store.collectors.removeTokensOf(person),
        shares: shared.length,
      }
    },
    /** A page's live events, until its session or token says no. */
    events: (caller: string, isStillAllowed: () => Promise<boolean>) => streams.open(caller, isStillAllowed),
    /** Ends streams, following and saving, in this order. */
    async stop(): Promise<void> {
      stopSweeping()
      await firstPaints.stop()
      remoteCollectors.stop()
      await follower.stop()
      await webhooks.stop()
    },
  }
}

/** Hosts as their collectors report them: JVMs, pods, blocked engines, the demo service and experiments. */
function createHost({ snapshot, target, commandLine, collectors }: CaptureFollower) {
  const local = () => existing(collectors.local(), 'collector on this host').client
  /** Gives the blocks of each collector that answers. Throws: Problem, when the one on this host does not. */
  const listBlocks = () =>
    Promise.all(
      collectors.ids().map(async (id) => {
        const client = collectors.clientOf(id)
        const listing = client.call('listBlocks', {})
        return { client, blocks: await (id === localCollectorId ? listing : listing.catch(() => [])) }
      }),
    )
  /** Engines that are not used any more on an image, newest first. */
  const blocks = async (): Promise<Block[]> =>
    (await listBlocks()).flatMap((one) => one.blocks).sort((a, b) => b.at - a.at)
  return {
    /** Gives the last reports, which are in memory. */
    snapshot: () => ({
      collector: { problem: collectors.local()?.state.problem() ?? null },
      collectors: collectors.list(),
      ...snapshot(),
    }),
    target,
    /** Its arguments with their values; those of `target` have none. */
    commandLine,
    /** Asks the JVM itself where that is safe. Throws: Problem. */
    examine: async (targetId: string) => collectors.ownerOf(targetId).client.call('examineTarget', { targetId }),
    examinePod: async (podId: string) => collectors.ownerOf(podId).client.call('examinePod', { podId }),
    blocks,
    /** Gives the blocks that are left. Throws: Problem `not-found`. */
    async clearBlock(blockId: string): Promise<Block[]> {
      const lists = await listBlocks()
      const owner = lists.find(({ blocks }) => blocks.some(({ id }) => id === blockId))
      await (owner?.client ?? local()).call('clearBlock', { blockId })
      return blocks()
    },
    setDemo: (action: 'start' | 'stop') => local().call(action === 'start' ? 'startDemo' : 'stopDemo', {}),
    /** Asks the collector on this host. Throws: Problem. */
    listExperiments: async () => (await collectors.local()?.client.call('listExperiments', {})) ?? [],
    startExperiment: (number: number, request: StartExperiment, startedBy: string) =>
      local().call('startExperiment', { number, ...request, startedBy }),
    stopExperiment: (number: number) => local().call('stopExperiment', { number }),
  }
}

/** Who may sign in, and which programs may ask. */
function createPeople(store: Pick<Store, 'collectors' | 'sessions' | 'tokens'>, listenOrigin: string) {
  const sessions = createAccess(store.sessions)
  return {
    sessions,
    tokens: createTokens(store.tokens),
    collectors: createCollectorCredentials(store.collectors),
    /** By default the link has the address that this program listens on, which works on this host alone. */
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
