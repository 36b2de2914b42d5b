/**
 * How a program runs that reads what a container wrote and is not made for hostile files, perf script above all: as another
 * user, without network and capabilities, and it sees neither the host's /proc nor its /tmp: both are the /proc of a PID
 * namespace of its own. So there is no FIFO in /tmp to hang on, and no process into whose namespace it could go.
 */
import { execFile } from 'node:child_process'
import { findTool } from '../host/command/run-command.ts'
import { sandboxFor } from '../host/command/sandbox.ts'

export interface IsolationLimits {
  /** User it runs as when we are root. */
  readonly parserUid: number
  readonly memoryBytes: number
  /** Of CPU. */
  readonly seconds: number
}

/**
 * The command to start in `directory`, whose names it must use relative: /tmp may hide the path that leads there. It must
 * be able to read what it needs as another user.
 *
 * Throws: Problem `tool-missing`.
 */
export async function isolatedCommand(
  command: readonly string[],
  { parserUid: uid, memoryBytes: dataBytes, seconds: cpuSeconds }: IsolationLimits,
): Promise<string[]> {
  const [tool, ...args] = command
  const sandbox = await sandboxFor({ uid, cpuSeconds, dataBytes, fileBytes: 0, openFiles: 1024 })
  const dieWithParent = [findTool('setpriv'), '--pdeathsig', 'KILL', '--']
  const program = [findTool(tool!), ...args]
  if (process.getuid?.() !== 0) return [...dieWithParent, ...sandbox.command, ...program]
  // Becoming another user took the first death signal away.
  return [...dieWithParent, ...(await namespaces()), ...sandbox.command, ...dieWithParent, ...program]
}

let knownNamespaces: Promise<string[]> | undefined

/** Asked once: a helper container under AppArmor may not mount. There the container itself is the isolation. */
function namespaces(): Promise<string[]> {
  return (knownNamespaces ??= tryNamespaces())
}

async function tryNamespaces(): Promise<string[]> {
  const unshare = findTool('unshare')
  const outer = [unshare, '--ipc', '--uts', '--pid', '--fork', '--kill-child', '--mount-proc=/tmp', '--']
  const command = [...outer, unshare, '--mount-proc', '--']
  const works = await new Promise<boolean>((resolve) => {
    const child = execFile(command[0]!, [...command.slice(1), findTool('true')], { timeout: 5000 })
    child.once('exit', (exitCode) => resolve(exitCode === 0)).once('error', () => resolve(false))
  })
  return works ? command : []
}
