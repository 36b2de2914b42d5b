/**
 * Arguments before a program that reads bytes of a container or an upload, so that taking it over gains nothing:
 * another user without capabilities, no network, no way to gain privileges, capped resources.
 *
 *     prlimit --cpu=300 --fsize=0 -- unshare -n -- setpriv --reuid=61718 ... --no-new-privs -- perf script -i FILE
 */
import { execFile } from 'node:child_process'
import { unlessProblem } from '../../errors.ts'
import { findTool } from './run-command.ts'

export interface SandboxOptions {
  /** User and group to become when we are root; without root we cannot and stay who we are. */
  readonly uid: number
  /**
   * `before`: the program starts as that user, so it must be able to read the program's files. `itself`: the program
   * starts as root with the right to change its user, to read its own code wherever that lies, and to do nothing else,
   * and must call setuid before it reads a byte of the input. Only for programs of ours. `later`: the program starts as
   * root, in a mount namespace of its own, and gives all up before it starts another in its place.
   */
  readonly drops?: 'before' | 'itself' | 'later'
  readonly cpuSeconds?: number
  /** Writable private memory, which RLIMIT_DATA counts; a Node program has 600 MB of it before it does anything. */
  readonly dataBytes?: number
  /** Largest file it may write. */
  readonly fileBytes?: number
  readonly openFiles?: number
  /** Ignored unless the user is changed: the limit is on all processes of a user. */
  readonly processes?: number
}

export interface Sandbox {
  /** Arguments to put before the program, with absolute paths; empty on a host that has none of the tools. */
  readonly command: readonly string[]
  readonly isOtherUser: boolean
  readonly isOffline: boolean
}

export async function sandboxFor(options: SandboxOptions): Promise<Sandbox> {
  const isRoot = process.getuid?.() === 0
  const offline = await findNetworkCut(isRoot)
  const privileges = privilegeArguments(options, isRoot)
  const namespaces = options.drops === 'later' ? [...offline, '--mount', '--ipc'] : offline
  const parts = [limitArguments(options, isRoot), namespaces, privileges].filter((part) => part.length > 0)
  return {
    command: parts.flatMap((part) => [...part, '--']),
    isOtherUser: isRoot && (privileges.length > 0 || (options.drops ?? 'before') !== 'before'),
    isOffline: offline.length > 0,
  }
}

function limitArguments(options: SandboxOptions, isRoot: boolean): string[] {
  const prlimit = pathOf('prlimit')
  if (prlimit === null) return []
  const limits: [string, number | undefined][] = [
    ['core', 0],
    ['cpu', options.cpuSeconds],
    ['data', options.dataBytes],
    ['fsize', options.fileBytes],
    ['nofile', options.openFiles],
    ['nproc', isRoot ? options.processes : undefined],
  ]
  return [prlimit, ...limits.flatMap(([name, value]) => (value === undefined ? [] : [`--${name}=${value}`]))]
}

function privilegeArguments({ uid, drops = 'before' }: SandboxOptions, isRoot: boolean): string[] {
  const setpriv = pathOf('setpriv')
  if (setpriv === null || drops === 'later') return []
  // Another user may have rights, too, such as those of a Job.
  if (!isRoot) return [setpriv, '--no-new-privs', '--inh-caps=-all', '--ambient-caps=-all']
  const user = [`--reuid=${uid}`, `--regid=${uid}`, '--clear-groups', '--bounding-set=-all']
  const itself = ['--bounding-set=-all,+setuid,+setgid,+dac_read_search']
  return [setpriv, '--no-new-privs', '--inh-caps=-all', '--ambient-caps=-all', ...(drops === 'before' ? user : itself)]
}

let knownNetworkCut: Promise<string[]> | undefined

/** Asked once: containers and hardened kernels refuse new namespaces, which only a try can tell. */
function findNetworkCut(isRoot: boolean): Promise<string[]> {
  knownNetworkCut ??= tryNetworkCut(isRoot)
  return knownNetworkCut
}

/** How long the try may take that shows whether the host lets us make a namespace. */
export const namespaceTryMs = 5000

async function tryNetworkCut(isRoot: boolean): Promise<string[]> {
  const unshare = pathOf('unshare')
  const harmless = pathOf('true')
  if (unshare === null || harmless === null) return []
  const command = isRoot ? [unshare, '--net'] : [unshare, '--user', '--net']
  const works = await new Promise<boolean>((resolve) => {
    const child = execFile(command[0]!, [...command.slice(1), '--', harmless], { timeout: namespaceTryMs })
    child.once('exit', (exitCode) => resolve(exitCode === 0)).once('error', () => resolve(false))
  })
  return works ? command : []
}

function pathOf(tool: string): string | null {
  return unlessProblem(() => findTool(tool), null)
}
