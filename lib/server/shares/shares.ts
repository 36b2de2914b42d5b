/** Links for people outside: made, ended, and what each of them opens. */
import { createHash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import type { ShareLinks } from '../../access/share-links.ts'
import { unlessDiskFull } from '../../access/ignore-disk-full.ts'
import type { Note, ViewerNote } from '../../contract/notes.ts'
import type { ProfileSummary } from '../../contract/profile.ts'
import { nameWithoutCapture } from '../../contract/profile-title.ts'
import type { SharedView, NewShare, Redaction, Share } from '../../contract/shares.ts'
import type { StoredBytes } from '../../store/library/profiles.ts'
import type { NewRedactedCopy, OpenedShare } from '../../store/access/shares.ts'
import type { Store } from '../../store/store.ts'
import { existing } from '../existing.ts'
import { createPreviews, type Previews } from './previews.ts'
import { runThreadTask } from '../profiles/profile-thread.ts'
import { isNamedByClass } from '../../profile/redact/is-named-by-class.ts'
import { eventIds } from '../../profile/model/event-ids.ts'

export type Shares = ReturnType<typeof createShares>

export interface ShareCreator {
  readonly person: string
  readonly origin: string
}

export function createShares(
  store: Pick<Store, 'shares' | 'profiles' | 'notes'>,
  links: ShareLinks,
  previews: Previews = createPreviews(),
) {
  const { shares, profiles, notes } = store

  async function presentProfile(id: string): Promise<ProfileSummary> {
    return existing(await profiles.find(id).then((found) => (found?.deletedAt === null ? found : null)), 'profile')
  }
  async function openSide({ share, copies }: OpenedShare, side: 'profile' | 'baseline'): Promise<StoredBytes> {
    const id = side === 'profile' ? share.profileId : share.baselineId
    const copy = copies?.[side] ?? null
    const stored =
      share.redaction !== null ? copy && (await shares.openCopy(copy)) : id === null ? null : await profiles.open(id)
    return existing(stored, 'shared profile')
  }
  async function summaryOf(
    { share, copies }: OpenedShare,
    side: 'profile' | 'baseline',
  ): Promise<ProfileSummary | null> {
    const id = side === 'profile' ? share.profileId : share.baselineId
    if (id === null) return null
    const sourceSummary =
      share.redaction === null ? await presentProfile(id) : existing(copies?.[side] ?? null, 'shared profile').summary
    return redactForPublic(sourceSummary, share.id, id)
  }
  async function viewOf(opened: OpenedShare): Promise<SharedView> {
    const { audience, embeddable, redaction, expiresAt } = opened.share
    return {
      profile: existing(await summaryOf(opened, 'profile'), 'shared profile'),
      baseline: await summaryOf(opened, 'baseline'),
      ...{ audience, embeddable, expiresAt, isRedacted: redaction !== null },
    }
  }

  async function redactedCopies(ids: readonly string[], newShare: NewShare): Promise<NewRedactedCopy[]> {
    const redaction = newShare.redaction!
    const summaries = await Promise.all(ids.map(presentProfile))
    const gzipped = await Promise.all(ids.map(async (id) => bytesOf(existing(await profiles.open(id), 'profile'))))
    // Together: what has one name in both has one in both copies.
    const { copies } = await runThreadTask({ type: 'redact', gzipped, redaction })
    const titles = ['Shared profile', 'Baseline']
    return copies.map((copy, index) => ({
      ...copy,
      summary: redactedSummary(summaries[index]!, redaction, titles[index]!),
    }))
  }

  return {
    /** Live ones, newest first. */
    list: (profileId?: string) => shares.list(Date.now(), profileId),
    /** Throws: Problem `not-found`, `disk-full`, `quota-reached`. */
    async make(
      profileId: string,
      newShare: NewShare,
      { person, origin }: ShareCreator,
    ): Promise<{ share: Share; token: string }> {
      const { baselineId, expiresInDays, redaction } = newShare
      const ids = baselineId === null ? [profileId] : [profileId, baselineId]
      for (const id of ids) await presentProfile(id)
      const copies = redaction === null ? [] : await redactedCopies(ids, newShare)
      return links.make({
        profileId,
        baselineId,
        audience: newShare.audience,
        redaction,
        // Another page's visitors are strangers.
        embeddable: newShare.embeddable && newShare.audience === 'public',
        origin,
        createdBy: person,
        days: expiresInDays,
        copies: redaction === null ? null : { profile: copies[0]!, baseline: copies[1] ?? null },
      })
    },

    /** Whether there was such a share. */
    revoke: (id: string) => shares.revoke(id, Date.now()),
    /** Those below throw: Problem `not-found`; `not-signed-in` for a link among members and a stranger. Only openData counts a view. */
    view: async (token: string, isMember: boolean) => viewOf(await links.open(token, isMember)),
    async openData(token: string, isMember: boolean, { countView }: { countView: boolean }): Promise<StoredBytes> {
      const opened = await links.open(token, isMember)
      const stored = await openSide(opened, 'profile')
      try {
        if (countView) await unlessDiskFull(shares.countView(opened.share.id))
      } catch (error) {
        await stored.stream.cancel()
        throw error
      }
      return stored
    },
    openBaseline: async (token: string, isMember: boolean) => openSide(await links.open(token, isMember), 'baseline'),
    async notes(token: string, isMember: boolean): Promise<ViewerNote[]> {
      const { share } = await links.open(token, isMember)
      return showsNotes(share) ? (await notes.list(share.profileId)).map(forViewer) : []
    },
    /** A PNG of 1200 x 630, with what the view of the link shows. */
    async preview(token: string, isMember: boolean, query = ''): Promise<Uint8Array> {
      const opened = await links.open(token, isMember)
      const view = await viewOf(opened)
      const sides = view.baseline === null ? (['profile'] as const) : (['profile', 'baseline'] as const)
      return previews.of(opened.share.id, view, query, () =>
        Promise.all(sides.map(async (side) => bytesOf(await openSide(opened, side)))),
      )
    },
    /** By which address the author of the link reached us. */
    originOf: async (token: string) => (await links.find(token))?.origin ?? '',
    /** For the front program, which has no more than the token. */
    isEmbeddable: async (token: string) => (await links.find(token))?.share.embeddable === true,
    /** Removes redacted copies that no link leads to any more. */
    sweep: () => shares.sweep(Date.now()),
  }
}

/** Notes name methods, threads, hosts and containers in their own words, which cannot be masked: they go with any names. */
function showsNotes({ redaction }: Share): boolean {
  return redaction === null || (!redaction.threads && !redaction.places && redaction.keepPackages === null)
}

/** What only the library needs stays there: who captured it with what else, its labels, its note, its id. */
function redactForPublic(summary: ProfileSummary, shareId: string, profileId: string): ProfileSummary {
  return {
    ...summary,
    // Of a capture, which is not named below.
    name: nameWithoutCapture(summary),
    id: createHash('sha256').update(`${shareId} ${profileId}`).digest('hex').slice(0, 32),
    ...{ captureId: null, labels: [], note: '', pinned: false, createdBy: '', containerId: null, deletedAt: null },
  }
}

/** A note as the viewer takes it. */
function forViewer({ profileId: _profileId, createdBy: _createdBy, ...note }: Note): ViewerNote {
  return { ...note, createdBy: '' }
}

async function bytesOf({ stream }: StoredBytes): Promise<Uint8Array> {
  return new Uint8Array(await buffer(stream))
}

/**
 * What the library says of a profile, as it may stand over a redacted copy. Titles are people's words, and by default hold the service,
 * which may be a main class: with any name hidden, `title` stands in its place.
 */
function redactedSummary(
  summary: ProfileSummary,
  { keepPackages, places: hidesOrigin, threads }: Redaction,
  title: string,
): ProfileSummary {
  const hidesNames = keepPackages !== null || hidesOrigin
  if (!hidesNames) return threads ? { ...summary, note: '', labels: [] } : summary
  const { service, mainClass, containerName, image, event } = summary
  const hidesService = hidesOrigin || isNamedByClass({ service, mainClass, container: containerName ?? image })
  return {
    ...summary,
    name: title,
    service: hidesService ? 'service hidden' : service,
    mainClass: null,
    hotMethod: null,
    topMethod: null,
    event: eventIds.some((sourceSummary) => sourceSummary === event) ? event : 'other',
    engine: /^[a-z][a-z-]{1,20}$/.test(summary.engine) ? summary.engine : 'imported',
    partial: summary.partial === null ? null : 'not the whole recording',
    ...(hidesOrigin ? { host: null, containerName: null, image: null, imageDigest: null, containerId: null } : {}),
    ...{ note: '', labels: [], createdBy: '' },
  }
}
