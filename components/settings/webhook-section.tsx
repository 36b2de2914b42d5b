'use client'
import { CircleCheck, CircleDashed, Plus, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { longestWebhookUrl } from '../../lib/contract/constants.ts'
import { type Webhook, webhookEvents } from '../../lib/contract/webhooks.ts'
import { asProblem } from '../api/as-problem.ts'
import { callApi } from '../api/call-api.ts'
import type { Answer } from '../api/load-answers.ts'
import { ByOther } from '../capture/by-other.tsx'
import { Ago } from '../live/use-now.tsx'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { Name } from '../ui/name.tsx'
import { Section } from '../ui/section.tsx'
import { Spinner } from '../ui/spinner.tsx'
import { TextField } from '../ui/text-field.tsx'
import { showProblem } from '../ui/toast.tsx'
import { visibleText } from '../../lib/profile/view/visible-text.ts'
import { CheckboxSet, IssueForm, IssueSecretDialog, SecretOnce } from './issue-secret-dialog.tsx'
import { useDeletable } from './use-deletable.ts'

/** When Hearth calls, in words. */
const webhookEventLabels: Readonly<Record<Webhook['events'][number], string>> = {
  'capture.done': 'capture done',
  'capture.failed': 'capture failed',
  'capture.cancelled': 'capture cancelled',
}

/** The addresses that Hearth calls when a capture ends, and the outcome of the newest call. */
export function WebhookSection({ webhooks: sent }: { webhooks: readonly Webhook[] }) {
  const {
    items: webhooks,
    add,
    update,
    remove,
  } = useDeletable(sent, '/api/v1/webhooks', () => 'The webhook was removed.')
  return (
    <Section id="webhooks" title="Webhooks" count={webhooks.length} actions={<NewWebhook onCreated={add} />}>
      {webhooks.length === 0 ? (
        <p className="text-muted">None. A webhook sends a signed HTTP request when a capture ends.</p>
      ) : (
        <ul className="border-t border-line">
          {webhooks.map((webhook) => (
            <WebhookRow key={webhook.id} webhook={webhook} onChange={update} onRemove={() => remove(webhook)} />
          ))}
        </ul>
      )}
    </Section>
  )
}

interface RowProps {
  readonly webhook: Webhook
  readonly onChange: (webhook: Webhook) => void
  readonly onRemove: () => void
}

function WebhookRow({ webhook, onChange, onRemove }: RowProps) {
  const [isTesting, setIsTesting] = useState(false)
  const test = () => {
    setIsTesting(true)
    callApi(`/api/v1/webhooks/${webhook.id}/test`, { method: 'POST', answer: 'webhook' })
      .then(onChange, showProblem)
      .finally(() => setIsTesting(false))
  }
  const shown = visibleText(webhook.url)
  return (
    <li
      data-webhook={webhook.id}
      className="flex min-h-10 flex-wrap items-center gap-x-4 gap-y-1 border-b border-line px-2 py-1.5"
    >
      <span className="min-w-0 flex-1 basis-64">
        <span className="flex min-w-0">
          <Name text={webhook.url} mono />
        </span>
        <span className="block break-words text-muted">
          {webhook.events.map((event) => webhookEventLabels[event]).join(', ')}
          <ByOther name={webhook.createdBy} lead=", created" />
        </span>
      </span>
      <LastCall webhook={webhook} />
      <span className="flex gap-2">
        <Button size="small" disabled={isTesting} aria-label={`Test ${shown}`} onClick={test}>
          {isTesting ? <Spinner /> : null}
          Test
        </Button>
        <Button size="small" variant="danger" aria-label={`Remove ${shown}`} onClick={onRemove}>
          Remove
        </Button>
      </span>
    </li>
  )
}

function LastCall({ webhook: { last } }: { webhook: Webhook }) {
  if (last === null)
    return (
      <span className="flex w-64 items-center gap-1.5 text-muted">
        <CircleDashed size={14} aria-hidden />
        not sent yet
      </span>
    )
  return (
    <span className="flex w-64 min-w-0 items-start gap-1.5">
      {last.ok ? (
        <CircleCheck size={14} aria-label="delivered" className="mt-1 shrink-0 text-good" />
      ) : (
        <TriangleAlert size={14} aria-label="failed" className="mt-1 shrink-0 text-warn" />
      )}
      <span className="min-w-0">
        <Name text={last.said} wrap />{' '}
        <span className="text-muted">
          <Ago at={last.at} />
        </span>
      </span>
    </span>
  )
}

function NewWebhook({ onCreated }: { onCreated: (webhook: Webhook) => void }) {
  return (
    <IssueSecretDialog<Answer<'madeWebhook'>>
      action="New webhook"
      icon={Plus}
      about="Hearth sends a POST with the capture as JSON, from this host, and again for a day until it is answered with 2xx."
      onIssued={(issued) => onCreated(issued.webhook)}
      form={(show) => <WebhookForm onIssued={show} />}
    >
      {({ secret }) => (
        <SecretOnce secret={secret}>
          It signs each call: x-hearth-signature is sha256= and the HMAC-SHA256, in hex, of x-hearth-timestamp, a dot
          and the body.
        </SecretOnce>
      )}
    </IssueSecretDialog>
  )
}

function WebhookForm({ onIssued }: { onIssued: (issued: Answer<'madeWebhook'>) => void }) {
  const [url, setUrl] = useState('')
  const [events, setEvents] = useState<Webhook['events']>([...webhookEvents])
  const [refusal, setRefusal] = useState<string | null>(null)
  const issue = () => {
    const body = { url: url.trim(), events }
    return callApi('/api/v1/webhooks', { method: 'POST', body, answer: 'madeWebhook' }).then(onIssued, (error) => {
      const { code, title } = asProblem(error)
      if (code !== 'webhook-refused') throw error
      setRefusal(title)
    })
  }
  const missing = url.trim() === '' ? 'Give an address.' : events.length === 0 ? 'Choose when to call it.' : null
  return (
    <IssueForm action="Create webhook" missing={missing} issue={issue}>
      <Field title={<span className="font-medium">Address</span>} problem={refusal}>
        {(more) => (
          <TextField
            data-autofocus
            required
            type="url"
            value={url}
            placeholder="https://ci.example/hooks/hearth"
            maxLength={longestWebhookUrl}
            onChange={({ target }) => {
              setUrl(target.value)
              setRefusal(null)
            }}
            {...more}
          />
        )}
      </Field>
      <CheckboxSet legend="When a" values={webhookEvents} chosen={events} onChange={setEvents}>
        {(event) => webhookEventLabels[event]}
      </CheckboxSet>
    </IssueForm>
  )
}
