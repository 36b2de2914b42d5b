/**
 * The sandbox of the web program. Started as root, it gets a user of its own, no capability, and a view of the file
 * system in which the checkout is read-only, the data directory writable, and /run with its sockets (Docker's above
 * all) gone. A checkout or data directory below /root, which that user could not even reach, is at a neutral path in
 * it.
 */
import { z } from 'zod'
import type { Config } from '../config.ts'
import { Problem, onProblem } from '../errors.ts'
import { findTool, hasTool, runCommand, shortRunTimeoutMs } from '../host/command/run-command.ts'
import { checkout } from './checkout.ts'

/** The options of `enter-web-sandbox.ts`, as one JSON argument. */
export const webSandboxSchema = z.object({
  uid: z.number().int().positive(),
  checkout: z.string(),
  dataDirectory: z.string(),
  runDirectory: z.string(),
  node: z.string(),
  /** What runs in the sandbox, a path in the checkout. */
  program: z.string(),
  /** A Docker socket outside /run. */
  hiddenSocket: z.string().nullable(),
})
export type WebSandbox = z.infer<typeof webSandboxSchema>

export const webSandboxDirectory = '/run/hearth-web'

export interface WebCommand {
  readonly command: readonly string[]
  readonly env: NodeJS.ProcessEnv
  readonly cwd: string
  /** Next tells how it builds pages. */
  readonly isDev?: boolean
  /** What is less safe than it should be; null when all is well. */
  readonly weakness: string | null
}

/**
 * Before a program that starts and ends many threads: where the processor has protection keys, V8 now and then misses a
 * page of its own in its list of them, and aborts the whole process ("Check failed: jit_page.has_value()").
 *
 * Source: nodejs/node#64500; seen here with Node 24.21 in a unit test.
 */
export const nodeWithThreads: readonly string[] = ['--no-memory-protection-keys']

/**
 * Gives the command of the web program. Throws: Problem `cannot-start` when its user could not even reach its own
 * files.
 */
export async function planWebCommand(config: Config, program = 'lib/web/main.ts'): Promise<WebCommand> {
  const plain = [process.execPath, ...nodeWithThreads, `${checkout}/${program}`]
  if (process.getuid?.() !== 0) {
    const weakness = 'Hearth runs as you, so the web program may do whatever you may; only root can give it less.'
    const env = webEnvironment(config.dataDirectory, config.runDirectory)
    return { command: [...endWithLauncher(), ...plain], env, cwd: checkout, weakness }
  }
  if (await mayMount()) {
    const sandbox: WebSandbox = {
      uid: config.webUid,
      checkout,
      dataDirectory: config.dataDirectory,
      runDirectory: config.runDirectory,
      node: process.execPath,
      program,
      hiddenSocket: /^unix:\/\/(?!\/(var\/)?run\/)(.+)/.exec(config.dockerHost ?? '')?.[2] ?? null,
    }
    const enter = [process.execPath, `${checkout}/lib/launch/enter-web-sandbox.ts`, JSON.stringify(sandbox)]
    const unshare = [findTool('unshare'), '--mount', '--propagation', 'private', '--']
    const env = webEnvironment(`${webSandboxDirectory}/data`, `${webSandboxDirectory}/run`)
    return { command: [...unshare, ...enter], env, cwd: '/', weakness: null }
  }
  await assertReachable(config)
  const weakness =
    'This system allows no mount namespace, so the web program, without any right of root, sees all files.'
  const command = [...dropPrivileges(config.webUid), '--', ...plain]
  return { command, env: webEnvironment(config.dataDirectory, config.runDirectory), cwd: checkout, weakness }
}

/**
 * The web program without its sandbox, for `npm run dev`: Next writes what it builds into the checkout.
 * To be used with data of its own, since what root writes there is closed to the user of the sandbox.
 */
export function planDevelopmentCommand({ dataDirectory, runDirectory }: Config): WebCommand {
  const env = { ...webEnvironment(dataDirectory, runDirectory), NODE_ENV: 'development' as const }
  const weakness =
    'For development only: the web program has all your rights, and its pages allow more than they should.'
  const command = [...endWithLauncher(), process.execPath, ...nodeWithThreads, `${checkout}/lib/web/main.ts`, '--dev']
  return { command, env, cwd: checkout, weakness, isDev: true }
}

/** Put before a command it ends with the launcher, however that ends. */
export function endWithLauncher(): string[] {
  return hasTool('setpriv') ? [findTool('setpriv'), '--pdeathsig=TERM', '--'] : []
}

/** Another user without a capability or a way to one; ended when the launcher is, however that ends. */
export function dropPrivileges(uid: number): string[] {
  const user = [`--reuid=${uid}`, `--regid=${uid}`, '--clear-groups']
  const rights = ['--no-new-privs', '--inh-caps=-all', '--ambient-caps=-all', '--bounding-set=-all']
  return [findTool('setpriv'), ...user, ...rights, '--pdeathsig=TERM']
}

/** The same user without a capability, and with a group beside its own; as root. */
export function keepOnlyUser(group: number): string[] {
  if (process.getuid?.() !== 0 || !hasTool('setpriv')) return endWithLauncher()
  const rights = ['--no-new-privs', '--inh-caps=-all', '--ambient-caps=-all', '--bounding-set=-all']
  return [findTool('setpriv'), `--groups=${group}`, ...rights, '--pdeathsig=TERM', '--']
}

/** Only our own settings: nothing of the shell that started us concerns the web program. */
function webEnvironment(dataDirectory: string, runDirectory: string): NodeJS.ProcessEnv {
  const ours = Object.entries(process.env).filter(([name]) => name.startsWith('HEARTH_') || name === 'TZ')
  return {
    ...Object.fromEntries(ours),
    PATH: '/usr/bin:/bin',
    HOME: '/nonexistent',
    LANG: 'C.UTF-8',
    NODE_ENV: 'production',
    NEXT_TELEMETRY_DISABLED: '1',
    HEARTH_DATA: dataDirectory,
    HEARTH_RUN: runDirectory,
  }
}

async function mayMount(): Promise<boolean> {
  const mount = [findTool('mount'), '-t', 'tmpfs', 'hearth', '/mnt']
  return succeeds(findTool('unshare'), ['--mount', '--propagation', 'private', '--', ...mount])
}

async function assertReachable(config: Config): Promise<void> {
  const [setpriv, ...privileges] = dropPrivileges(config.webUid)
  for (const [right, path] of [
    ['-r', `${checkout}/package.json`],
    ['-w', config.dataDirectory],
  ] as const) {
    if (await succeeds(setpriv!, [...privileges, '--', findTool('test'), right, path])) continue
    throw new Problem('cannot-start', {
      reason: `This system allows no mount namespace, and the web program's user ${config.webUid} cannot reach ${path}.`,
      remedy:
        'Move Hearth to a directory that all users may read, such as /opt/hearth, and set HEARTH_DATA=/var/lib/hearth.',
    })
  }
}

async function succeeds(tool: string, args: string[]): Promise<boolean> {
  return runCommand(tool, args, { timeoutMs: shortRunTimeoutMs }).then(
    () => true,
    onProblem(() => false),
  )
}
