/** `hearth sign-in`: a new one-time link to the dashboard. */
import { once } from 'node:events'
import { connect } from 'node:net'
import { makeSignInLink } from '../../access/sign-in-link.ts'
import type { Config } from '../../config.ts'
import { Problem } from '../../errors.ts'
import type { CommandStreams } from '../streams.ts'
import { asDataOwner } from './data-owner.ts'

export const signInUsage = `hearth sign-in

Makes a link that signs one browser in to the dashboard of this host, as its owner. It works once.
`

/** Gives the exit code. Throws: Problem `invalid-request`; as `createSignInLink`. */
export async function signIn(args: readonly string[], config: Config, { stdout }: CommandStreams): Promise<number> {
  if (args.length > 0) throw new Problem('invalid-request', { what: 'sign-in takes nothing' })
  stdout.write(`${await createSignInLink(config)}\n`)
  return 0
}

/**
 * Gives the link, without a line end. Throws: Problem `no-dashboard-here` where Hearth never ran, or does not run now;
 * as `openStore`.
 */
export async function createSignInLink(config: Config): Promise<string> {
  await assertListening(config)
  // For root it is what `hearth sign-in` of the owner prints, a line.
  return (await asDataOwner(config, ['sign-in'], () => makeSignInLink(config))).trim()
}

/** A link opens no page while nothing listens. */
async function assertListening({ bind, port }: Config): Promise<void> {
  const host = unspecified.has(bind) ? 'localhost' : bind
  const socket = connect({ host, port })
  try {
    await once(socket, 'connect')
  } catch (cause) {
    throw new Problem('no-dashboard-here', { reason: `nothing listens at port ${port} of ${host}` }, { cause })
  } finally {
    socket.destroy()
  }
}

/** Values of `bind` that mean all addresses of this host. */
const unspecified: ReadonlySet<string> = new Set(['0.0.0.0', '::', ''])
