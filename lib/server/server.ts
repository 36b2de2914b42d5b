/** What pages and API operations may ask of the web program; it answers from memory, from the store, or from the collector. */
import { createShareLinks } from '../access/share-links.ts'
import { buildListenOrigin } from '../access/sign-in-link.ts'
import type { CollectorClient } from '../collector/client.ts'
import type { Config } from '../config.ts'
import type { Store } from '../store/store.ts'
import { type Captures, createCaptures } from './captures/captures.ts'
import { createCaptureFollower } from './captures/follow-captures.ts'
import { createHost, type Host } from './host.ts'
import { createImporter } from './import/import-profile.ts'
import { createLibrary, type Library } from './library/library.ts'
import { createNotes, type Notes } from './library/notes.ts'
import { createPeople, type People } from './people.ts'
import { createFirstPaints, type FirstPaints } from './profiles/first-paints.ts'
import { createProfiles, type Profiles } from './profiles/profiles.ts'
import { createShares, type Shares } from './shares/shares.ts'
import { startSweeping } from './sweep-expired.ts'
import { createWebhooks, type Webhooks } from './webhooks/webhooks.ts'

export interface Server {
  /** Port it listens on; names the session cookie. */
  readonly port: number
  readonly host: Host
  readonly captures: Captures
  readonly profiles: Profiles
  readonly firstPaints: FirstPaints
  readonly library: Library
  readonly notes: Notes
  readonly shares: Shares
  readonly people: People
  readonly webhooks: Webhooks
  /** A page's live events, until the session says no. */
  events(isStillAllowed: () => Promise<boolean>): ReadableStream<Uint8Array>
  /** Ends streams, following and saving, in this order. */
  stop(): Promise<void>
}

interface ServerParts {
  readonly config: Config
  readonly store: Store
  readonly collector: CollectorClient
  readonly port: number
}

export function createServer({ config, store, collector, port }: ServerParts): Server {
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
    port,
    host: createHost(collector, live),
    captures: createCaptures({ collector, follower, repeatableRequests, assertQuota: () => library.assertQuota() }),
    profiles: createProfiles({ store: store.profiles, library, notes, importFile, publish }),
    firstPaints: createFirstPaints(store.firstPaints),
    ...{ library, notes, shares, people, webhooks },
    events: (isStillAllowed) => streams.open(isStillAllowed),
    async stop() {
      stopSweeping()
      await follower.stop()
      await webhooks.stop()
    },
  }
}
