/** Has the parser, which alone reads recordings, turn one into encoded profiles. */
import { join } from 'node:path'
import { execFile } from 'node:child_process'
import { ownFiles } from '../host/kernel/named-files.ts'
import { Problem } from '../errors.ts'
import { findTool, startCommand, mostStderrChars } from '../host/command/run-command.ts'
import type { ParsedProfile } from '../parser/output-frames.ts'
import { type ParserLimits, runParser } from '../parser/run-parser.ts'
import type { Provenance } from '../profile/model/profile.ts'
import type { RawPart } from './engine.ts'
import { sandboxFor, namespaceTryMs } from '../host/command/sandbox.ts'

/**
 * How a program runs that reads files of a container and is not made for hostile ones, perf script above all: as
 * another user, without network and capabilities, and it sees neither the host's /proc nor its /tmp: both are the /proc
 * of a PID namespace of its own. So there is no FIFO in /tmp to hang on, and no process into whose namespace it could
 * go.
 */

interface IsolationLimits {
  /** User it runs as when we are root. */
  readonly parserUid: number
  readonly memoryBytes: number
  /** Seconds of CPU time. */
  readonly seconds: number
}

/**
 * The command to start in `directory`, whose names it must use relative: /tmp may hide the path that leads there. It
 * must be able to read its files as another user.
 *
 * Throws: Problem `tool-missing`.
 */
async function isolatedCommand(
  command: readonly string[],
  { parserUid: uid, memoryBytes: dataBytes, seconds: cpuSeconds }: IsolationLimits,
): Promise<string[]> {
  const [tool, ...args] = command
  const sandbox = await sandboxFor({ uid, cpuSeconds, dataBytes, fileBytes: 0, openFiles: 1024 })
  const dieWithParent = [findTool('setpriv'), '--pdeathsig', 'KILL', '--']
  const program = [findTool(tool!), ...args]
  // perf unpacks symbols into /tmp where it may: without the right to write it goes on without them, and is not killed
  // for it.
  const mayFail = [findTool('env'), '--ignore-signal=XFSZ']
  if (process.getuid?.() !== 0) return [...dieWithParent, ...sandbox.command, ...mayFail, ...program]
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
    const child = execFile(command[0]!, [...command.slice(1), findTool('true')], { timeout: namespaceTryMs })
    child.once('exit', (exitCode) => resolve(exitCode === 0)).once('error', () => resolve(false))
  })
  return works ? command : []
}

export interface ReadPartsOptions {
  /** Directory of the capture: all names in the parts are of files in it. */
  readonly directory: string
  readonly limits: ParserLimits
  /** Facts that the engine could not know, added to the provenance of each part. */
  readonly provenance: Partial<Provenance>
}

/**
 * The profiles of all parts, in their order.
 *
 * Throws: Problem `parser-failed`, `parser-limit`, `unreadable-profile`, `tool-missing`, `tool-failed`; the signal's
 * reason.
 */
export async function readParts(
  parts: readonly RawPart[],
  options: ReadPartsOptions,
  signal: AbortSignal,
): Promise<ParsedProfile[]> {
  const profiles: ParsedProfile[] = []
  // One after another: each may take as much memory as a parser is given.
  for (const part of parts) profiles.push(...(await readPart(part, options, signal)))
  return profiles
}

async function readPart(
  { source, job }: RawPart,
  { directory, limits, provenance }: ReadPartsOptions,
  signal: AbortSignal,
): Promise<readonly ParsedProfile[]> {
  const ours = {
    ...job,
    provenance: {
      ...job.provenance,
      ...provenance,
      target: { ...(job.provenance['target'] as Provenance['target'] | undefined), ...provenance.target },
    },
    javaMaps: job.javaMaps.map((map) => ({ ...map, path: pathIn(directory, map.path) })),
  }
  if (source.kind === 'file') {
    return runParser(ours, ownFiles.createReadStream(pathIn(directory, source.name)), limits, signal)
  }
  const [tool, ...args] = await isolatedCommand(source.command, limits)
  const child = startCommand(tool!, args, { cwd: directory, timeoutMs: limits.seconds * 1000, signal })
  child.stdin.end()
  try {
    const profiles = await runParser(ours, child.stdout, limits, signal)
    const { exitCode, timedOut, stderr } = await child.ended
    signal.throwIfAborted()
    if (timedOut) throw new Problem('parser-limit', { limit: 'time' })
    const name = source.command.slice(0, 2).join(' ')
    if (exitCode !== 0)
      throw new Problem('tool-failed', { tool: name, exitCode, stderr: stderr.slice(-mostStderrChars) })
    return profiles
  } finally {
    await child.stop('SIGTERM', 1000)
  }
}

/** Names may come from a helper container, so they lead nowhere else. Throws: Problem `parser-failed`. */
function pathIn(directory: string, name: string): string {
  const isInside = name.split('/').every((step) => /^[\w.@%+=-]+$/.test(step) && step !== '.' && step !== '..')
  if (!isInside) throw new Problem('parser-failed', { reason: `a part of it has the name ${JSON.stringify(name)}` })
  return join(directory, name)
}
