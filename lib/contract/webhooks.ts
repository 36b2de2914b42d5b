/** Calls that Hearth makes when something ended. */
import * as z from './zod.ts'
import { longestWebhookUrl } from './constants.ts'

export const webhookEvents = ['capture.done', 'capture.failed', 'capture.cancelled'] as const

export const webhookSchema = z.object({
  id: z.string().regex(/^[0-9a-f]{32}$/),
  url: z.string(),
  events: z.array(z.enum(webhookEvents)),
  createdBy: z.string(),
  createdAt: z.number(),
  /** How the newest call ended; null before the first. */
  last: z.object({ at: z.number(), ok: z.boolean(), said: z.string() }).nullable(),
})
export type Webhook = z.infer<typeof webhookSchema>

export const newWebhookSchema = z.strictObject({
  url: z.url({ protocol: /^https?$/ }).max(longestWebhookUrl),
  events: z
    .array(z.enum(webhookEvents))
    .min(1)
    .default([...webhookEvents]),
})
