/** `hearth sign-in`: a new one-time link to the dashboard. */
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

/** Throws: Problem `not-found` where Hearth never ran; as `openStore`. */
export async function createSignInLink(config: Config): Promise<string> {
  return (await asDataOwner(config, ['sign-in'], () => makeSignInLink(config))).trim()
}
