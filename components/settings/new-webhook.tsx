'use client'
import { Plus } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { type Webhook, webhookEvents } from '../../lib/contract/webhooks.ts'
import { callApi } from '../api/call-api.ts'
import type { Answer } from '../api/load-answers.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { TextField } from '../ui/text-field.tsx'
import { showProblem } from '../ui/toast.tsx'
import { SecretOnce } from './secret-once.tsx'

/** When Hearth calls, in words. */
export const webhookEventLabels: Readonly<Record<Webhook['events'][number], string>> = {
  'capture.done': 'capture done',
  'capture.failed': 'capture failed',
  'capture.cancelled': 'capture cancelled',
}

/** Names one more address that Hearth calls. */
export function NewWebhook({ onCreated }: { onCreated: (webhook: Webhook) => void }) {
  const [isOpen, setIsOpen] = useState(false)
  const [secret, setSecret] = useState<string | null>(null)
  return (
    <>
      <Button
        onClick={() => {
          setSecret(null)
          setIsOpen(true)
        }}
      >
        <Plus size={14} aria-hidden />
        New webhook
      </Button>
      <Dialog
        open={isOpen}
        onOpenChange={setIsOpen}
        title="New webhook"
        about="Hearth sends a POST with the capture as JSON, from this host, and again for a day until it is answered with 2xx."
      >
        {secret === null ? (
          <WebhookForm
            onCreated={(made) => {
              setSecret(made.secret)
              onCreated(made.webhook)
            }}
          />
        ) : (
          <SecretOnce secret={secret}>
            It signs each call: x-hearth-signature is sha256= and the HMAC-SHA256, in hex, of x-hearth-timestamp, a dot
            and the body.
          </SecretOnce>
        )}
      </Dialog>
    </>
  )
}

function WebhookForm({ onCreated }: { onCreated: (made: Answer<'madeWebhook'>) => void }) {
  const [url, setUrl] = useState('')
  const [events, setEvents] = useState<Webhook['events']>([...webhookEvents])
  const make = (event: FormEvent) => {
    event.preventDefault()
    const body = { url: url.trim(), events }
    callApi('/api/v1/webhooks', { method: 'POST', body, answer: 'madeWebhook' }).then(onCreated, showProblem)
  }
  const toggle = (event: Webhook['events'][number]) =>
    setEvents(events.includes(event) ? events.filter((one) => one !== event) : [...events, event])
  return (
    <form onSubmit={make} className="flex flex-col gap-4">
      <label className="flex flex-col gap-1">
        <span className="font-medium">Address</span>
        <TextField
          data-autofocus
          required
          type="url"
          value={url}
          placeholder="https://ci.example/hooks/hearth"
          maxLength={2000}
          onChange={({ target }) => setUrl(target.value)}
        />
      </label>
      <fieldset>
        <legend className="mb-1 font-medium">When a</legend>
        {webhookEvents.map((event) => (
          <label key={event} className="flex min-h-8 items-center gap-2">
            <input
              type="checkbox"
              className="size-4 accent-ember"
              checked={events.includes(event)}
              onChange={() => toggle(event)}
            />
            {webhookEventLabels[event]}
          </label>
        ))}
      </fieldset>
      <div className="flex justify-end">
        <Button type="submit" variant="primary" disabled={url.trim() === '' || events.length === 0}>
          Make the webhook
        </Button>
      </div>
    </form>
  )
}
