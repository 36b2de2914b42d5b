import type { Webhook } from '../../lib/contract/webhooks.ts'

/** When Hearth calls, in words. */
export const webhookEventWords: Readonly<Record<Webhook['events'][number], string>> = {
  'capture.done': 'capture done',
  'capture.failed': 'capture failed',
  'capture.cancelled': 'capture cancelled',
}
