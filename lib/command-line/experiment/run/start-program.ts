/** Programs that an experiment starts, with the rights and the environment of who runs it. */
import fs from 'node:fs'
import { delimiter, join, resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { unlessProblem } from '../../../errors.ts'
import { type CommandEnd, findTool, startBoundedCommand } from '../../../host/command/run-command.ts'

export interface ProgramOptions {
  readonly cwd: string
  /** Over our own. */
  readonly env: Readonly<Record<string, string>>
  /** The longest that it may take. */
  readonly seconds: number
  readonly lock: number
  /** Where its standard output goes. */
  readonly output: string
  /** Where the end of its standard error goes, if there is any. */
  readonly errors?: string
}

/**
 * Starts a program, which ends with this one, however this one ends, and holds the lock until then. Throws: Problem
 * `tool-missing`.
 */
export function startProgram(command: readonly string[], { cwd, env, seconds, lock, output, errors }: ProgramOptions) {
  const [program, ...args] = command
  const child = startBoundedCommand([findProgram(program!, cwd), ...args], {
    ...{ seconds, cwd, descriptors: [lock] },
    env: { ...(process.env as Record<string, string>), ...env },
  })
  child.stdin.end()
  // Its processes may hold the output open when it was stopped: then `child` closes it, and nothing has failed.
  const written = pipeline(child.stdout, fs.createWriteStream(output)).then(
    () => null,
    (error: NodeJS.ErrnoException) => (error.code === 'ERR_STREAM_PREMATURE_CLOSE' ? null : error.message),
  )
  const ended = Promise.all([child.ended, written]).then(([end, outputFailure]): CommandEnd => {
    const failure = outputFailure ?? keepErrors(end.stderr)
    if (failure === null) return end
    return { ...end, exitCode: end.exitCode || 1, stderr: `${end.stderr}its output cannot be kept: ${failure}\n` }
  })
  /** Gives why it cannot be written; null where it was, or there is none. */
  const keepErrors = (text: string): string | null => {
    try {
      if (errors !== undefined && text !== '') fs.writeFileSync(errors, text)
      return null
    } catch (error) {
      return (error as Error).message
    }
  }
  return {
    /** Never rejects: after Ctrl-C no caller waits for it, and its error would end Hearth before it has cleaned up. */
    ended,
    stop: child.stop,
  }
}

export function hasProgram(program: string, cwd: string): boolean {
  return unlessProblem(() => isProgram(findProgram(program, cwd)), false)
}

/** Finds a program as a shell does, though not by a relative part of PATH. Throws: Problem `tool-missing`. */
function findProgram(program: string, cwd: string): string {
  if (program.includes('/')) return resolve(cwd, program)
  for (const directory of (process.env['PATH'] ?? '').split(delimiter)) {
    const path = join(directory, program)
    if (directory.startsWith('/') && isProgram(path)) return path
  }
  return findTool(program)
}

function isProgram(path: string): boolean {
  const stat = fs.statSync(path, { throwIfNoEntry: false })
  return stat?.isFile() === true && (stat.mode & 0o111) !== 0
}
