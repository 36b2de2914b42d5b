'use client'
import { useState } from 'react'
import { isLoopback } from '../../lib/contract/is-loopback.ts'
import { usualShareDays } from '../../lib/contract/constants.ts'
import type { NewShare } from '../../lib/contract/shares.ts'
import { redactView } from '../../lib/profile/redact/shareable-view.ts'
import { viewFromQuery, viewToQuery } from '../../lib/profile/view/view-query.ts'
import { callApi } from '../api/call-api.ts'
import { Button } from '../ui/button.tsx'
import { Checkbox } from '../ui/checkbox.tsx'
import { DialogActions } from '../ui/dialog.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { Segmented } from '../ui/segmented.tsx'
import { Select } from '../ui/select.tsx'
import { showProblem } from '../ui/toast.tsx'
import { RedactionPreview } from './redaction-preview.tsx'
import { audienceLabels } from './share-labels.ts'
import { emptyRedactionDraft, RedactionFields, toRedaction } from './redaction-fields.tsx'

const lifetimesInDays = [1, usualShareDays, 30] as const
const audiences = (['members', 'public'] as const).map((value) => ({ value, text: audienceLabels[value] }))

export interface CreatedLink {
  /** The id of the share. */
  readonly id: string
  readonly url: string
  /** To be put into another page; null where that is not allowed. */
  readonly frame: string | null
}

/** Makes a link: for whom, for how long, and what of the profile stays hidden. */
export function NewShareForm({
  profileId,
  baselineId,
  query,
  canCreate,
  link,
  onCreated,
}: {
  profileId: string
  baselineId: string | null
  /** The view that the link opens with, as in our own address. */
  query: () => string
  /** Not while the profile is deleted: what was chosen stays. */
  canCreate: boolean
  /** The link that was made last, while it works. */
  link: CreatedLink | null
  onCreated: (link: CreatedLink) => void
}) {
  const [days, setDays] = useState<(typeof lifetimesInDays)[number]>(usualShareDays)
  const [audience, setAudience] = useState<NewShare['audience']>('members')
  const [isEmbeddable, setEmbeddable] = useState(false)
  const [hidden, setHidden] = useState(emptyRedactionDraft)
  const [isMaking, setMaking] = useState(false)
  /** Since the link was made, which keeps what it was made with. It stays: nothing shows it again. */
  const [isChanged, setChanged] = useState(false)

  const choose =
    <Value,>(set: (value: Value) => void) =>
    (value: Value) => {
      set(value)
      setChanged(true)
    }
  const make = async () => {
    const redaction = toRedaction(hidden)
    const embeddable = isEmbeddable && audience === 'public'
    setMaking(true)
    try {
      const { share, url, embedUrl } = await callApi(`/api/v1/profiles/${profileId}/shares`, {
        method: 'POST',
        body: { expiresInDays: days, audience, redaction, embeddable, baselineId },
        answer: 'madeShare',
      })
      const view = redaction === null ? query() : redactQuery(query(), redaction)
      onCreated({
        id: share.id,
        url: withQuery(url, view),
        frame: embedUrl === null ? null : createEmbedCode(withQuery(embedUrl, view)),
      })
      setChanged(false)
    } finally {
      setMaking(false)
    }
  }

  return (
    <form
      className="flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        if (canCreate) make().catch(showProblem)
      }}
    >
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Segmented label="Who can open it" value={audience} choices={audiences} onChange={choose(setAudience)} />
        <label className="flex items-center gap-2">
          Expires in
          <Select
            value={days}
            choices={lifetimesInDays}
            textOf={(lifetime) => (lifetime === 1 ? '1 day' : `${lifetime} days`)}
            onChange={choose(setDays)}
          />
        </label>
      </div>
      <RedactionFields draft={hidden} onChange={choose(setHidden)} />
      {hidden.packages || hidden.environment ? (
        <RedactionPreview
          ids={baselineId === null ? [profileId] : [profileId, baselineId]}
          redaction={toRedaction(hidden)!}
        />
      ) : null}
      <Checkbox
        label="Allow embedding"
        about="As an iframe, in a wiki or a report. Only for public links."
        isOn={isEmbeddable && audience === 'public'}
        isDisabled={audience !== 'public'}
        onChange={choose(setEmbeddable)}
      />
      <p role="status" className="sr-only">
        {link === null || isChanged || isMaking ? '' : 'Link created.'}
      </p>
      {link === null ? null : (
        <div data-testid="share-link" ref={showAll} className="flex flex-col gap-2">
          <Copyable key={link.url} text={link.url} caption="Copy link" isNew />
          {link.frame === null ? null : <Copyable text={link.frame} caption="Copy frame" />}
          {isLoopback(new URL(link.url).hostname) ? (
            <p className="text-xs text-warn">
              It opens on this machine alone. For others, open Hearth by an address that reaches it, and make the link
              there.
            </p>
          ) : null}
          <p className="text-xs text-muted">
            Copy it now. It won’t be shown again.
            {isChanged ? ' It still has the choices it was made with. For the new ones, create another link.' : ''}
          </p>
        </div>
      )}
      {canCreate && (link === null || isChanged) ? (
        <DialogActions>
          <Button type="submit" variant={link === null ? 'primary' : 'secondary'} disabled={isMaking}>
            {isMaking ? 'Creating the link' : link === null ? 'Create link' : 'Create another link'}
          </Button>
        </DialogActions>
      ) : null}
    </form>
  )
}

function Copyable({ text, caption, isNew }: { text: string; caption: string; isNew?: boolean }) {
  return (
    <div className="flex items-start gap-2">
      <code className="min-w-0 flex-1 rounded-md border border-line bg-sunken px-2.5 py-1.5 font-mono text-xs break-words select-all">
        {text}
      </code>
      <CopyButton text={text} label={caption} caption={caption} variant="primary" data-autofocus={isNew} />
    </div>
  )
}

/**
 * Scrolls an element into view. It takes the place of the button that was pressed, is taller, and may end below a small
 * screen.
 */
function showAll(element: HTMLElement | null): void {
  element?.scrollIntoView({ block: 'nearest' })
}

function redactQuery(query: string, redaction: NonNullable<NewShare['redaction']>): string {
  return viewToQuery(redactView(viewFromQuery(new URLSearchParams(query)), redaction)).toString()
}

function withQuery(url: string, query: string): string {
  return query === '' ? url : `${url}?${query}`
}

/** `&` in the address is the only character of it that HTML would read. */
function createEmbedCode(url: string): string {
  return `<iframe src="${url.replaceAll('&', '&amp;')}" width="100%" height="600" style="border:0" title="Flame graph"></iframe>`
}
