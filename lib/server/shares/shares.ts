/** Creates, revokes and opens share links. */
import { createHash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import type { ShareLinks } from '../../access/share-links.ts'
import { unlessDiskFull } from '../../access/ignore-disk-full.ts'
import { noService } from '../../contract/constants.ts'
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
import { hiddenService, isServiceHidden } from '../../profile/redact/is-named-by-class.ts'
import { eventIds } from '../../profile/model/event-ids.ts'

export type Shares = ReturnType<typeof createShares>

/** Which of the two profiles of a shared comparison; a link to one profile has no baseline. */
type Side = 'profile' | 'baseline'

export interface ShareCreator {
  readonly person: string
  /** The origin at which the person uses the dashboard, `https://hearth.example`: that of the link. */
  readonly origin: string
}

export function createShares(
  store: Pick<Store, 'shares' | 'profiles' | 'notes'>,
  links: ShareLinks,
  previews: Previews = createPreviews(),
  /** Called when a link was made or revoked. */
  onChange: () => void = () => undefined,
) {
  const { shares, profiles, notes } = store

  /** Gives a profile. Throws: Problem `not-found`, also for one in the trash. */
  async function findProfile(id: string): Promise<ProfileSummary> {
    const summary = await profiles.find(id)
    return existing(summary?.deletedAt === null ? summary : null, 'profile')
  }
  /** Gives the bytes of a side: of a redacted link those of its copy, never the profile's. */
  async function openSide({ share, copies }: OpenedShare, side: Side): Promise<StoredBytes> {
    const id = profileIdOf(share, side)
    const copy = copies?.[side] ?? null
    const stored =
      share.redaction !== null ? copy && (await shares.openCopy(copy)) : id === null ? null : await profiles.open(id)
    return existing(stored, 'shared profile')
  }
  async function summaryOf({ share, copies }: OpenedShare, side: Side): Promise<ProfileSummary | null> {
    const id = profileIdOf(share, side)
    if (id === null) return null
    const summary =
      share.redaction === null ? await findProfile(id) : existing(copies?.[side] ?? null, 'shared profile').summary
    return redactForPublic(summary, share.id, id)
  }
  async function viewOf(opened: OpenedShare): Promise<SharedView> {
    const { audience, embeddable, redaction, expiresAt } = opened.share
    return {
      profile: existing(await summaryOf(opened, 'profile'), 'shared profile'),
      baseline: await summaryOf(opened, 'baseline'),
      ...{ audience, embeddable, expiresAt, isRedacted: redaction !== null },
    }
  }

  async function redactedCopies(ids: readonly string[], redaction: Redaction): Promise<NewRedactedCopy[]> {
    const summaries = await Promise.all(ids.map(findProfile))
    const gzipped = await Promise.all(ids.map(async (id) => bytesOf(existing(await profiles.open(id), 'profile'))))
    // In one task, so that a name that both profiles have is masked alike in both copies.
    const { copies } = await runThreadTask({ type: 'redact', gzipped, redaction })
    const titles = ['Shared profile', 'Baseline']
    return copies.map((copy, index) => ({
      ...copy,
      summary: redactedSummary(summaries[index]!, redaction, titles[index]!),
    }))
  }

  return {
    /** Links that still open, the newest first. */
    list: (profileId?: string) => shares.list(Date.now(), profileId),
    /** Makes a link. Throws: Problem `not-found`, `disk-full`, `quota-reached`. */
    async make(
      profileId: string,
      newShare: NewShare,
      { person, origin }: ShareCreator,
    ): Promise<{ share: Share; token: string }> {
      const { baselineId, expiresInDays, redaction } = newShare
      const ids = baselineId === null ? [profileId] : [profileId, baselineId]
      for (const id of ids) await findProfile(id)
      const copies = redaction === null ? [] : await redactedCopies(ids, redaction)
      return links
        .make({
          profileId,
          baselineId,
          audience: newShare.audience,
          redaction,
          // Visitors of the page that embeds the graph are not signed in, so a link for members cannot be embedded.
          embeddable: newShare.embeddable && newShare.audience === 'public',
          origin,
          createdBy: person,
          days: expiresInDays,
          copies: redaction === null ? null : { profile: copies[0]!, baseline: copies[1] ?? null },
        })
        .finally(onChange)
    },

    /** Gives whether there was such a share. */
    revoke: (id: string) => shares.revoke(id, Date.now()).finally(onChange),
    /**
     * Each method from here to `preview` throws Problem `not-found`, and `not-signed-in` where a link for members is
     * opened by a person who is none. Only `openData` counts a view.
     */
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
    /** A PNG of 1200 x 630 pixels of the view that `query`, the link's query string, describes. */
    async preview(token: string, isMember: boolean, query = ''): Promise<Uint8Array> {
      const opened = await links.open(token, isMember)
      const view = await viewOf(opened)
      const sides = view.baseline === null ? (['profile'] as const) : (['profile', 'baseline'] as const)
      return previews.of(opened.share.id, view, query, () =>
        Promise.all(sides.map(async (side) => bytesOf(await openSide(opened, side)))),
      )
    },
    /** The origin at which the author of the link used the dashboard; empty for an unknown link. */
    originOf: async (token: string) => (await links.find(token))?.origin ?? '',
    /** Whether other sites may embed the graph; false for an unknown link. */
    isEmbeddable: async (token: string) => (await links.find(token))?.share.embeddable === true,
    /** Removes redacted copies that no link leads to any more. */
    sweep: () => shares.sweep(Date.now()),
  }
}

function profileIdOf({ profileId, baselineId }: Share, side: Side): string | null {
  return side === 'profile' ? profileId : baselineId
}

/** Notes are free text: a name in them cannot be masked, so a link that hides any names shows no notes. */
function showsNotes({ redaction }: Share): boolean {
  return redaction === null || (!redaction.threads && !redaction.places && redaction.keepPackages === null)
}

/**
 * Gives the summary for visitors: its capture, container, labels, note, pin, author and deletion are empty. Its id is
 * made of those of the link and the profile: it stays the same for a link, and is no id of the library.
 */
function redactForPublic(summary: ProfileSummary, shareId: string, profileId: string): ProfileSummary {
  return {
    ...summary,
    // The page recognises a made-up name by its form, which is another one for a profile without a capture.
    name: nameWithoutCapture(summary),
    id: createHash('sha256').update(`${shareId} ${profileId}`).digest('hex').slice(0, 32),
    ...{ captureId: null, labels: [], note: '', pinned: false, createdBy: '', containerId: null, deletedAt: null },
  }
}

/** Gives the note without its author and its profile. */
function forViewer({ profileId: _profileId, createdBy: _createdBy, ...note }: Note): ViewerNote {
  return { ...note, createdBy: '' }
}

async function bytesOf({ stream }: StoredBytes): Promise<Uint8Array> {
  return new Uint8Array(await buffer(stream))
}

/**
 * The summary that a redacted copy shows; `places` of the API is the origin: host, container and image. A name of a
 * profile is free text, and by default contains the service, which may be a main class: where any names are hidden, the
 * service replaces it, or `title` where that is hidden, too.
 */
function redactedSummary(summary: ProfileSummary, redaction: Redaction, title: string): ProfileSummary {
  const { keepPackages, places: hidesOrigin, threads } = redaction
  const hidesNames = keepPackages !== null || hidesOrigin
  // Free text may name a thread.
  if (!hidesNames) return threads ? { ...summary, note: '', labels: [] } : summary
  const { service, event } = summary
  const hidesService = isServiceHidden(summary, redaction)
  // Events and engines of imports are free text, and the reason why a recording is partial may name its container.
  const shownEvent = eventIds.some((id) => id === event) ? event : 'other'
  return {
    ...summary,
    // A name of this form counts as made up: the profile is called by its service.
    name: hidesService || service === noService ? title : `${service} ${shownEvent}`,
    service: hidesService ? hiddenService : service,
    mainClass: null,
    hotMethod: null,
    topMethod: null,
    event: shownEvent,
    engine: /^[a-z][a-z-]{1,20}$/.test(summary.engine) ? summary.engine : 'imported',
    partial: summary.partial === null ? null : 'not the whole recording',
    ...(hidesOrigin ? { host: null, containerName: null, image: null, imageDigest: null, containerId: null } : {}),
    ...{ note: '', labels: [], createdBy: '' },
  }
}
