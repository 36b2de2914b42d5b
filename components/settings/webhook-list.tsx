'use client'
import { CircleCheck, CircleDashed, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import type { Webhook } from '../../lib/contract/webhooks.ts'
import { callApi } from '../api/call-api.ts'
import { Ago } from '../live/use-now.tsx'
import { Button } from '../ui/button.tsx'
import { Name } from '../ui/name.tsx'
import { Section } from '../ui/section.tsx'
import { Spinner } from '../ui/spinner.tsx'
import { showProblem, showToast } from '../ui/toast.tsx'
import { visibleText } from '../../lib/profile/view/visible-text.ts'
import { NewWebhook, webhookEventLabels } from './new-webhook.tsx'

/** Whom Hearth calls when a capture ended, and how the newest call went. */
export function WebhookSection({ webhooks: sent }: { webhooks: readonly Webhook[] }) {
  const [webhooks, setWebhooks] = useState(sent)
  const remove = async ({ id }: Webhook) => {
    try {
      await callApi(`/api/v1/webhooks/${id}`, { method: 'DELETE' })
      setWebhooks(webhooks.filter((one) => one.id !== id))
      showToast({ text: 'Hearth does not call there any more.' })
    } catch (error) {
      showProblem(error)
    }
  }
  return (
    <Section
      id="webhooks"
      title="Webhooks"
      count={webhooks.length}
      actions={<NewWebhook onCreated={(webhook) => setWebhooks([webhook, ...webhooks])} />}
    >
      {webhooks.length === 0 ? (
        <p className="text-muted">None. Hearth can call another program, signed, whenever a capture ended.</p>
      ) : (
        <ul className="border-t border-line">
          {webhooks.map((webhook) => (
            <WebhookRow
              key={webhook.id}
              webhook={webhook}
              onChange={(changed) => setWebhooks(webhooks.map((one) => (one.id === changed.id ? changed : one)))}
              onRemove={() => void remove(webhook)}
            />
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
  const shown = visibleText(webhook.url, 200)
  return (
    <li
      data-webhook={webhook.id}
      className="flex min-h-10 flex-wrap items-center gap-x-4 gap-y-1 border-b border-line px-2 py-1.5"
    >
      <span className="min-w-0 flex-1 basis-64">
        <span className="flex min-w-0">
          <Name text={webhook.url} mono />
        </span>
        <span className="block text-muted">{webhook.events.map((event) => webhookEventLabels[event]).join(', ')}</span>
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
        not called yet
      </span>
    )
  return (
    <span className="flex w-64 min-w-0 items-start gap-1.5">
      {last.ok ? (
        <CircleCheck size={14} aria-label="went well" className="mt-1 shrink-0 text-good" />
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
