/** `hearth sign-in`: a new one-time link to the dashboard. */
import fs from 'node:fs'
import { fileURLToPath } from 'node:url'
import { makeSignInLink } from '../../access/sign-in-link.ts'
import type { Config } from '../../config.ts'
import { Problem } from '../../errors.ts'
import { runCommand } from '../../host/command/run-command.ts'
import type { CommandStreams } from '../streams.ts'

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
  const owner = fs.statSync(config.dataDirectory, { throwIfNoEntry: false })
  if (owner === undefined) throw new Problem('not-found', { what: `data directory as ${config.dataDirectory} yet` })
  const isOwner = process.getuid?.() === owner.uid
  return isOwner ? makeSignInLink(config) : (await signInAs(owner, config)).trim()
}

/**
 * Root opens no file that the web program wrote: the same command runs as that program's user. It keeps one right, to
 * get to a data directory or checkout that lies below /root.
 */
async function signInAs({ uid, gid }: fs.Stats, { dataDirectory, bind, port }: Config): Promise<string> {
  const main = fileURLToPath(new URL('../main.ts', import.meta.url))
  const right = '-all,+dac_read_search'
  const rights = [`--inh-caps=${right}`, `--ambient-caps=${right}`, `--bounding-set=${right}`, '--no-new-privs']
  const user = [`--reuid=${uid}`, `--regid=${gid}`, '--clear-groups']
  const env = { HEARTH_DATA: dataDirectory, HEARTH_BIND: bind, HEARTH_PORT: `${port}` }
  const command = [...user, ...rights, '--', process.execPath, main, 'sign-in']
  return (await runCommand('setpriv', command, { env, timeoutMs: 30_000 })).stdout
}
