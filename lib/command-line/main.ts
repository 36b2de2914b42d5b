/** `npm run -s hearth -- list | capture | collapse | sign-in | help`. */
import { readConfig } from '../config.ts'
import { isProblem, Problem } from '../errors.ts'
import { capture, captureUsage } from './capture.ts'
import { collapse, type CommandStreams } from './collapse.ts'
import { list, listUsage } from './list.ts'
import { openCollector } from './open-collector.ts'
import { plainLines, plainText } from './plain-text.ts'
import { signIn } from './sign-in.ts'

const usage = `Usage: npm run -s hearth -- COMMAND

  list [--json]               the JVMs of this host
  capture [options] JVM       profile one, write folded stacks
  collapse [options] [FILE]   fold the text of perf script
  sign-in                     a new one-time link to the dashboard
  help [COMMAND]              this, or more about one

`

type Command = (args: readonly string[], streams: CommandStreams, signal: AbortSignal) => Promise<number>

const commands: Readonly<Record<string, Command>> = {
  async list(args, streams) {
    if (args.includes('--help')) return tell(listUsage, streams)
    await using open = await openCollector(readConfig(process.env), reportTo(streams))
    return await list(args, open.collector, streams)
  },
  async capture(args, streams, signal) {
    if (args.includes('--help')) return tell(captureUsage, streams)
    await using open = await openCollector(readConfig(process.env), reportTo(streams))
    return await capture(args, open, streams, signal)
  },
  collapse: (args, streams) => collapse(args, streams),
  'sign-in': (_args, streams) => signIn(readConfig(process.env), streams),
  help: ([command], streams) =>
    command !== undefined && command !== 'help' && Object.hasOwn(commands, command)
      ? commands[command]!(['--help'], streams, new AbortController().signal)
      : Promise.resolve(tell(usage, streams)),
}

async function main(): Promise<number> {
  const [name = 'help', ...args] = process.argv.slice(2)
  const interrupted = new AbortController()
  // The first Ctrl-C ends the capture in order; a second one ends us. The listener stays: execa's own, alone, would
  // end us at once.
  const interrupt = () => {
    if (interrupted.signal.aborted) process.exit(130)
    interrupted.abort()
  }
  process.on('SIGINT', interrupt)
  process.on('SIGTERM', interrupt)
  if (!Object.hasOwn(commands, name)) {
    process.stderr.write(`hearth: there is no command ${plainText(name)}\n\n${usage}`)
    return 2
  }
  try {
    return await commands[name]!(args, process, interrupted.signal)
  } catch (error) {
    const problem = problemOf(error)
    if (problem === null) throw error
    process.stderr.write(`hearth: ${plainLines(problem.message)}\n${plainLines(problem.remedy)}\n`)
    return problem.code === 'invalid-request' ? 2 : 1
  }
}

function tell(text: string, { stdout }: CommandStreams): number {
  stdout.write(text)
  return 0
}

function problemOf(error: unknown): Problem | null {
  if (isProblem(error)) return error
  const isUsage = (error as NodeJS.ErrnoException).code?.startsWith('ERR_PARSE_ARGS') === true
  return isUsage ? new Problem('invalid-request', { what: (error as Error).message }) : null
}

function reportTo({ stderr }: CommandStreams): (error: unknown) => void {
  return (error) =>
    stderr.write(`${plainLines(error instanceof Error ? (error.stack ?? error.message) : String(error))}\n`)
}

// A reader like `head` that has seen enough is no failure.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error
  process.exit(0)
})
process.exitCode = await main()
