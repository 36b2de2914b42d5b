/**
 * Calls other programs when a capture ends. A call is repeated until the answer is 2xx or 410, for 20.6 hours at most.
 */
import { createHash, randomBytes } from 'node:crypto'
import type { z } from 'zod'
import { hourMs } from '../../contract/constants.ts'
import { createSecret } from '../../access/secrets.ts'
import type { Capture } from '../../contract/capture.ts'
import type { newWebhookSchema, Webhook } from '../../contract/webhooks.ts'
import { Problem } from '../../errors.ts'
import type { WebhookCallRow } from '../../store/schema/tables.ts'
import type { StoredWebhook, WebhookStore } from '../../store/access/webhooks.ts'
import { type CallResult, callWebhook, refusedUrl, type WebhookCall } from './call-webhook.ts'
import { cutText } from '../../profile/names/cut-text.ts'

export type NewWebhookRequest = z.output<typeof newWebhookSchema>

export type Webhooks = ReturnType<typeof createWebhooks>

const secondMs = 1000
/** How long to wait before each try after the first: eight tries within 20.6 h. */
const waitsMs = [10, 60, 300, 1800, 7200, 21_600, 43_200].map((seconds) => seconds * secondMs)
/** Calls that are sent at a time. */
const callsAtOnce = 8
/** Longest interval of the looks for due webhook calls: a clock that is set forward makes one due sooner. */
const longestTimerMs = hourMs
/** Characters that are stored of the result of the last call. */
const mostSaid = 300
/** How long to wait after a round that failed; calls that are due wait, too. */
const backOffMs = 60_000

interface Parts {
  readonly store: WebhookStore
  readonly call?: (call: WebhookCall) => Promise<CallResult>
  readonly now?: () => number
}

/** Sends the calls that an earlier run left, too. */
export function createWebhooks({ store, call = callWebhook, now = Date.now }: Parts) {
  let timer: NodeJS.Timeout | undefined
  let isStopped = false
  let isSending = false
  /** Never rejects. */
  let round = Promise.resolve()
  /** Unix ms: nothing is sent before that, after a failure of the store. */
  let restUntil = 0

  /** Sends the due calls in one round at a time. A call that comes meanwhile is sent by this round or the next. */
  function wake(): void {
    if (isStopped || isSending) return
    clearTimeout(timer)
    if (now() < restUntil) return wakeAt(restUntil)
    isSending = true
    round = sendDue()
      .catch(backOff)
      .then(async () => {
        isSending = false
        const due = await store.nextDue()
        if (due !== null) wakeAt(due)
      })
      .catch((error: unknown) => wakeAt(backOff(error)))
  }

  function wakeAt(at: number): void {
    if (isStopped) return
    clearTimeout(timer)
    timer = setTimeout(wake, Math.min(Math.max(at - now(), restUntil - now(), 0), longestTimerMs)).unref()
  }

  /**
   * Gives the time until which we wait (Unix ms). A store that failed, as on a full disk, is not asked again at once:
   * else the same due calls would be tried in a loop.
   */
  function backOff(error: unknown): number {
    console.error(error)
    restUntil = now() + backOffMs
    return restUntil
  }

  async function sendDue(): Promise<void> {
    while (!isStopped) {
      const due = await store.dueCalls(now(), callsAtOnce)
      if (due.length === 0) return
      const results = await Promise.allSettled(due.map(send))
      const failed = results.find((one) => one.status === 'rejected')
      if (failed) throw failed.reason
    }
  }

  async function send({ id, webhookId, body, tries }: WebhookCallRow): Promise<void> {
    const webhook = await store.find(webhookId)
    // `tries` counts the tries that have begun. With all of them begun, only the removal of the row failed.
    if (webhook === null || tries > waitsMs.length) return store.removeCall(id)
    const wait = waitsMs[tries]
    // The next try is stored ahead: a call is not sent when that fails, else the receiver would get the same call each
    // time that the row is due.
    await store.delayCall(id, { tries: tries + 1, dueAt: now() + (wait ?? backOffMs) })
    const { event } = JSON.parse(body) as { event: string }
    const { ok, said, isGone } = await call({ id, url: webhook.url, secret: webhook.secret, event, body })
    const isOver = ok || isGone || wait === undefined
    const next = isOver ? '' : `, tried again in ${describeWait(wait)}`
    await store.setLast(webhook.id, { at: now(), ok, said: cutText(`${said}${next}`, mostSaid) })
    if (isOver) await store.removeCall(id)
    else await store.delayCall(id, { tries: tries + 1, dueAt: now() + wait })
  }

  wake()
  return {
    /** The secret signs every call; it is in this answer or nowhere. Throws: Problem `webhook-refused`. */
    async make({ url, events }: NewWebhookRequest, createdBy: string): Promise<{ webhook: Webhook; secret: string }> {
      const reason = refusedUrl(url)
      if (reason !== null) throw new Problem('webhook-refused', { reason })
      const secret = createSecret()
      const webhook = await store.add({ url, events, secret, createdBy, createdAt: now() })
      return { webhook: withoutSecret(webhook), secret }
    },
    /** Newest first. */
    list: async () => (await store.list()).map(withoutSecret),
    /** Whether there was such a webhook. */
    remove: (id: string) => store.remove(id),
    /** Calls it once, now, with event `test`; gives the webhook with the result. Throws: Problem `not-found`. */
    async test(id: string): Promise<Webhook> {
      const webhook = await store.find(id)
      if (webhook === null) throw new Problem('not-found', { what: 'webhook' })
      const callId = randomBytes(16).toString('hex')
      const body = JSON.stringify({ id: callId, event: 'test', at: now() })
      const { ok, said } = await call({ id: callId, url: webhook.url, secret: webhook.secret, event: 'test', body })
      const last = { at: now(), ok, said: cutText(said, mostSaid) }
      await store.setLast(id, last)
      return { ...withoutSecret(webhook), last }
    },
    /**
     * Stores the calls that this capture's end asks for. An end that is reported again while its call waits is one
     * call; after that it is called again with the same id, by which receivers know it.
     */
    async enqueueCalls(capture: Capture) {
      const event = `capture.${capture.state}`
      for (const webhook of await store.list()) {
        if (!webhook.events.some((subscribed) => subscribed === event)) continue
        const id = createHash('sha256').update(`${webhook.id} ${capture.id}`).digest('hex').slice(0, 32)
        const body = JSON.stringify({ id, event, at: now(), capture })
        await store.addCall({ id, webhookId: webhook.id, body, tries: 0, dueAt: now(), createdAt: now() })
      }
      wake()
    },
    async stop() {
      isStopped = true
      clearTimeout(timer)
      await round
    },
  }
}

function withoutSecret({ secret: _, ...webhook }: StoredWebhook): Webhook {
  return webhook
}

function describeWait(ms: number): string {
  const seconds = ms / secondMs
  if (seconds < 60) return `${seconds} s`
  return seconds < 3600 ? `${seconds / 60} min` : `${seconds / 3600} h`
}
