/**
 * How a collector on another host proves which one it is: a token that works once enrols it, then it has a credential
 * of its own, which `hearth join` renews daily.
 */
import { randomBytes } from 'node:crypto'
import { dayMs } from '../contract/constants.ts'
import { Problem } from '../errors.ts'
import type { EnrolledCollectorStore } from '../store/access/collectors.ts'
import { createSecret, hashSecret } from './secrets.ts'

/** How long the token of a host that joins waits to be used; then it has expired. */
const tokenLifetimeMs = 10 * 60_000
/** How long until a credential expires: a host that was off for longer has to be enrolled again. */
const credentialLifetimeMs = 30 * dayMs
// Scanners of source code recognise a committed secret by its beginning.
const tokenPrefix = 'hearth_join_'
const credentialPrefix = 'hearth_collector_'
/** 32 bytes in base64url behind the beginning, as `createSecret` gives them. */
const secretShape = /^hearth_(join|collector)_[\w-]{43}$/

/** A collector that was enrolled. */
export interface EnrolledCollector {
  readonly id: string
  readonly name: string
  /** Who made its token. */
  readonly createdBy: string
  /** Unix ms. */
  readonly createdAt: number
}

export type CollectorCredentials = ReturnType<typeof createCollectorCredentials>

export function createCollectorCredentials(store: EnrolledCollectorStore) {
  const describe = ({ id, name, createdBy, createdAt }: EnrolledCollector) => ({ id, name, createdBy, createdAt })

  /**
   * Gives the collector of a credential; null where the credential is unknown, revoked or too old. The first use of a
   * renewed credential puts it in the place of the old one, and its lifetime begins then.
   */
  async function find(credential: string): Promise<EnrolledCollector | null> {
    if (!secretShape.test(credential)) return null
    const hash = hashSecret(credential)
    const found = await store.find(hash)
    if (found === null || found.expiresAt <= Date.now()) return null
    if (found.nextHash === hash) await store.useNext(found.id, hash, Date.now() + credentialLifetimeMs)
    return describe(found)
  }

  return {
    find,
    /** Gives a token, which is in this answer and nowhere else. It works once, within `tokenLifetimeMs`. */
    async makeToken(createdBy: string): Promise<{ token: string; expiresAt: number }> {
      const token = `${tokenPrefix}${createSecret()}`
      const expiresAt = Date.now() + tokenLifetimeMs
      await store.addToken({ tokenHash: hashSecret(token), createdBy, expiresAt })
      return { token, expiresAt }
    },
    /** Registers a collector, and spends the token. Throws: Problem `join-token-spent`. */
    async enrol(token: string, name: string): Promise<{ collector: EnrolledCollector; credential: string }> {
      const spent = secretShape.test(token) ? await store.spendToken(hashSecret(token)) : null
      if (spent === null || spent.expiresAt <= Date.now()) throw new Problem('join-token-spent', {})
      const credential = `${credentialPrefix}${createSecret()}`
      const collector = {
        id: `c-${randomBytes(8).toString('hex')}`,
        name,
        createdBy: spent.createdBy,
        createdAt: Date.now(),
      }
      const row = {
        credentialHash: hashSecret(credential),
        nextHash: null,
        expiresAt: Date.now() + credentialLifetimeMs,
      }
      await store.add({ ...collector, ...row })
      return { collector, credential }
    },
    /** Gives a new credential. The old one works until the new one is used. Throws: Problem `token-unknown`. */
    async renew(credential: string): Promise<string> {
      const found = await find(credential)
      if (!found) throw new Problem('token-unknown', {})
      const next = `${credentialPrefix}${createSecret()}`
      await store.setNext(found.id, hashSecret(next))
      return next
    },
    list: async (): Promise<EnrolledCollector[]> => (await store.list()).map(describe),
    /** Gives whether there was such a collector. */
    remove: (id: string) => store.remove(id),
    /**
     * Removes expired tokens. A collector whose credential has expired stays in the list until a person removes it.
     */
    removeExpired: () => store.removeExpiredTokens(Date.now()),
  }
}
