/**
 * A perf.data file to an encoded profile: `perf script` piped into the parser, both where what the container wrote can
 * do no harm.
 *
 * perf script reads ELF files of the container and is not made for hostile ones, so it runs as another user, without
 * network and capabilities, and sees neither the host's /proc nor its /tmp: both are the /proc of a PID namespace of its
 * own. Found by experiment with perf 6.1:
 *   - Without a target in /proc it enters no mount namespace and looks for symbol maps only in /tmp, where nothing can
 *     be: no FIFO to hang on, no foreign map. It prints JIT code as `[unknown] (/tmp/perf-<hostPid>.map)`, which the
 *     parser resolves by our own maps in time.
 *   - `--symfs` must be a real directory: below it lie copies of what the target has mapped. With /proc/<hostPid>/root it
 *     would silently read the host's files of the same paths.
 *   - Names are relative to the working directory, since /tmp may hide the path that leads there.
 */
import fs from 'node:fs/promises'
import { join } from 'node:path'
import { Problem } from '../errors.ts'
import { type ParserJob } from '../contract.ts'
import { readKernelSymbols } from '../host/kernel-settings.ts'
import { findTool, startCommand } from '../host/run-command.ts'
import { sandboxFor } from '../host/sandbox.ts'
import { runParser } from '../parser/run-parser.ts'

export interface SymboliseOptions {
  readonly job: ParserJob
  readonly script: readonly string[]
  /** Holds `perf.data` and `symfs`. */
  readonly directory: string
  readonly parserUid: number
  readonly memoryBytes: number
  readonly seconds: number
}

const fields = 'comm,pid,tid,time,event,ip,sym,dso'

/**
 * The perf script command of a capture's directory, after a copy of the kernel's symbols where it tells them. perf prints no
 * more than 127 frames of a stack unless it is told that the kernel walked `maxDepth`.
 */
export async function perfScriptCommand(directory: string, maxDepth: number | null = null): Promise<string[]> {
  const kernel = readKernelSymbols()
  if (kernel) await fs.writeFile(join(directory, 'kallsyms'), kernel, { mode: 0o444 })
  const symbols = ['--symfs', 'symfs', ...(kernel ? ['--kallsyms', 'kallsyms'] : [])]
  const depth = maxDepth === null ? [] : ['--max-stack', `${maxDepth}`]
  return ['perf', 'script', '--input', 'perf.data', ...symbols, ...depth, '--no-inline', '--ns', '--fields', fields]
}

/** Throws: Problem `tool-missing`, `tool-failed`, `parser-failed`, `parser-limit`; the signal's reason. */
export async function symbolise(options: SymboliseOptions, signal: AbortSignal): Promise<Uint8Array> {
  const { job, script, directory, parserUid, memoryBytes, seconds } = options
  await fs.chmod(join(directory, 'perf.data'), 0o444)
  const prefix = await isolation(parserUid, seconds, memoryBytes)
  const [tool, ...args] = [...prefix, findTool('perf'), ...script.slice(1)]

  const child = startCommand(tool!, args, { cwd: directory, timeoutMs: seconds * 1000, signal })
  child.stdin.end()
  try {
    const encoded = await runParser(job, child.stdout, { memoryBytes, seconds, parserUid }, signal)
    const { exitCode, timedOut, stderr } = await child.ended
    if (timedOut) throw new Problem('parser-limit', { limit: 'time' })
    if (exitCode !== 0) throw new Problem('tool-failed', { tool: 'perf script', exitCode, stderr: stderr.slice(-2000) })
    return encoded
  } finally {
    await child.stop('SIGTERM', 1000)
  }
}

/** The programs that stand before perf script, outermost first. */
async function isolation(uid: number, cpuSeconds: number, dataBytes: number): Promise<string[]> {
  const { command } = await sandboxFor({ uid, cpuSeconds, dataBytes, fileBytes: 0, openFiles: 1024 })
  const dieWithParent = [findTool('setpriv'), '--pdeathsig', 'KILL', '--']
  if (process.getuid?.() !== 0) return [...dieWithParent, ...command]
  const unshare = findTool('unshare')
  return [
    ...dieWithParent,
    ...[unshare, '--ipc', '--uts', '--pid', '--fork', '--kill-child', '--mount-proc=/tmp', '--'],
    ...[unshare, '--mount-proc', '--'],
    ...command,
    // Becoming another user took the first one away.
    ...dieWithParent,
  ]
}
