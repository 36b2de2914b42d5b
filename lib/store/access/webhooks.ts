/** The addresses that Hearth calls when a capture ends, and the calls that are still to be made. */
import { randomBytes } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Webhook } from '../../contract/webhooks.ts'
import type { Tables, WebhookCallRow, WebhookRow } from '../schema/tables.ts'

/** A webhook with the key that signs its calls. */
export interface StoredWebhook extends Webhook {
  readonly secret: string
}

export type WebhookStore = ReturnType<typeof createWebhookStore>

export function createWebhookStore(db: Kysely<Tables>) {
  const all = () => db.selectFrom('webhooks').selectAll()
  return {
    async add({ events, ...webhook }: Omit<StoredWebhook, 'id' | 'last'>): Promise<StoredWebhook> {
      const row: WebhookRow = {
        ...webhook,
        id: randomBytes(16).toString('hex'),
        events: JSON.stringify(events),
        lastAt: null,
        lastOk: null,
        lastSaid: null,
      }
      await db.insertInto('webhooks').values(row).execute()
      return read(row)
    },
    async find(id: string): Promise<StoredWebhook | null> {
      const row = await all().where('id', '=', id).executeTakeFirst()
      return row ? read(row) : null
    },
    /** Lists the webhooks, the newest first. */
    list: async () => (await all().orderBy('createdAt', 'desc').orderBy('id').execute()).map(read),
    /** Removes the webhook, and its calls by the foreign key. Gives whether there was one. */
    async remove(id: string): Promise<boolean> {
      return (await db.deleteFrom('webhooks').where('id', '=', id).returning('id').execute()).length > 0
    },
    /** Stores how the newest call ended; `said` is the answer, or the reason of the failure, in words. */
    async setLast(id: string, { at, ok, said }: NonNullable<Webhook['last']>) {
      const last = { lastAt: at, lastOk: ok ? 1 : 0, lastSaid: said }
      await db.updateTable('webhooks').set(last).where('id', '=', id).execute()
    },
    /** Stores a call. One whose id is stored already is not added again. */
    async addCall(call: WebhookCallRow) {
      await db
        .insertInto('webhookCalls')
        .values(call)
        .onConflict((conflict) => conflict.column('id').doNothing())
        .execute()
    },
    /** Lists the calls that are due at `now`, the one that is due longest first. */
    dueCalls: (now: number, limit: number) =>
      db.selectFrom('webhookCalls').selectAll().where('dueAt', '<=', now).orderBy('dueAt').limit(limit).execute(),
    /** Gives when the next call is due, as Unix ms; null when there is none. */
    async nextDue(): Promise<number | null> {
      const row = await db.selectFrom('webhookCalls').select('dueAt').orderBy('dueAt').limit(1).executeTakeFirst()
      return row?.dueAt ?? null
    },
    /** Stores how often a call was tried, and when it is due again: before a try, and after one that failed. */
    async delayCall(id: string, change: Pick<WebhookCallRow, 'tries' | 'dueAt'>) {
      await db.updateTable('webhookCalls').set(change).where('id', '=', id).execute()
    },
    async removeCall(id: string) {
      await db.deleteFrom('webhookCalls').where('id', '=', id).execute()
    },
  }
}

function read({ events, lastAt, lastOk, lastSaid, ...row }: WebhookRow): StoredWebhook {
  return {
    ...row,
    events: JSON.parse(events) as Webhook['events'],
    last: lastAt === null ? null : { at: lastAt, ok: lastOk === 1, said: lastSaid ?? '' },
  }
}
