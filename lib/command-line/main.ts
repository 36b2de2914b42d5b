/** `npm run -s hearth -- list | doctor | capture | top | ...`. */
import type { CollectorClient } from '../collector/client.ts'
import { readConfig } from '../config.ts'
import { isProblem, Problem } from '../errors.ts'
import { blocks, blocksUsage, unblock, unblockUsage } from './commands/blocks.ts'
import { buildHelper, buildHelperUsage } from './commands/build-helper.ts'
import { captureRemotely } from './dashboard/capture-remote.ts'
import { capture, captureUsage } from './commands/capture.ts'
import { collapse, type CommandStreams } from './commands/collapse.ts'
import { compareRemotely, compareUsage } from './dashboard/compare-remote.ts'
import { type Dashboard, findDashboard, listRemotely, openLocalDashboard } from './dashboard/dashboard.ts'
import { doctor, doctorUsage } from './commands/doctor.ts'
import { importFiles, importUsage } from './commands/import.ts'
import { list, listUsage } from './commands/list.ts'
import { openCollector } from './open-collector.ts'
import { escapeControlsInLines, escapeControls } from './plain-text.ts'
import { record, recordUsage, save, saveUsage } from './commands/record.ts'
import { signIn } from './commands/sign-in.ts'
import { top, topUsage } from './commands/top.ts'

const usage = `Usage: npm run -s hearth -- COMMAND

  list [--json]               the JVMs of this host
  doctor [--json] JVM         which engine can do what for one, and what is in the way
  capture [options] JVM       profile one, write folded stacks
  import [options] FILE...    bring recordings into the dashboard's library
  compare BEFORE AFTER        two profiles of a dashboard against each other
  top [options] JVM           the hottest methods, live
  record [--seconds=N] JVM    a flight recorder: keep the last seconds
  save JVM                    end a capture now and keep it; a flight recorder goes on
  blocks [--json]             engines not used any more since a JVM died after them
  unblock ID                  use one again
  build-helper [options]      make the image of helper containers
  collapse [options] [FILE]   fold the text of perf script
  sign-in                     a new one-time link to the dashboard
  help [COMMAND]              this, or more about one

With HEARTH_URL and HEARTH_TOKEN set, list, capture, import and compare speak to the dashboard there.

`

type Command = (args: readonly string[], streams: CommandStreams, signal: AbortSignal) => Promise<number>

const commands: Readonly<Record<string, Command>> = {
  async list(args, streams) {
    if (args.includes('--help')) return print(listUsage, streams)
    const dashboard = findDashboard(process.env)
    if (dashboard) return await list(args, () => listRemotely(dashboard, streams), streams)
    await using open = await openCollector(readConfig(process.env), reportTo(streams))
    return await list(args, () => open.collector.call('listTargets', {}), streams)
  },
  async import(args, streams, signal) {
    if (args.includes('--help')) return print(importUsage, streams)
    const dashboard = findDashboard(process.env)
    if (dashboard) return await importFiles(args, dashboard, streams, signal)
    await using local = await openLocalDashboard(readConfig(process.env))
    return await importFiles(args, local, streams, signal)
  },
  async compare(args, streams) {
    if (args.includes('--help')) return print(compareUsage, streams)
    return await compareRemotely(args, needDashboard('compare'), streams)
  },
  doctor: (args, streams) => runOnCollector(doctor, doctorUsage, args, streams),
  save: (args, streams) => runOnCollector(save, saveUsage, args, streams),
  blocks: (args, streams) => runOnCollector(blocks, blocksUsage, args, streams),
  unblock: (args, streams) => runOnCollector(unblock, unblockUsage, args, streams),
  async top(args, streams, signal) {
    if (args.includes('--help')) return print(topUsage, streams)
    await using open = await openCollector(readConfig(process.env), reportTo(streams))
    return await top(args, open.collector, { ...streams, isTerminal: process.stdout.isTTY === true }, signal)
  },
  async capture(args, streams, signal) {
    if (args.includes('--help')) return print(captureUsage, streams)
    const dashboard = findDashboard(process.env)
    if (dashboard) return await captureRemotely(args, dashboard, streams, signal)
    await using open = await openCollector(readConfig(process.env), reportTo(streams))
    return await capture(args, open, streams, signal)
  },
  async record(args, streams) {
    if (args.includes('--help')) return print(recordUsage, streams)
    await using open = await openCollector(readConfig(process.env), reportTo(streams))
    return await record(args, open, streams)
  },
  collapse: (args, streams) => collapse(args, streams),
  'build-helper': async (args, streams) =>
    args.includes('--help') ? print(buildHelperUsage, streams) : buildHelper(args, readConfig(process.env), streams),
  'sign-in': (_args, streams) => signIn(readConfig(process.env), streams),
  help: ([command], streams) =>
    command !== undefined && command !== 'help' && Object.hasOwn(commands, command)
      ? commands[command]!(['--help'], streams, new AbortController().signal)
      : Promise.resolve(print(usage, streams)),
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
    process.stderr.write(`hearth: there is no command ${escapeControls(name)}\n\n${usage}`)
    return 2
  }
  try {
    return await commands[name]!(args, process, interrupted.signal)
  } catch (error) {
    const problem = problemOf(error)
    if (problem === null) throw error
    process.stderr.write(
      `hearth: ${escapeControlsInLines(problem.message)}\n${escapeControlsInLines(problem.remedy)}\n`,
    )
    return problem.code === 'invalid-request' || problem.code === 'invalid-config' ? 2 : 1
  }
}

type CollectorCommand = (
  args: readonly string[],
  collector: CollectorClient,
  streams: CommandStreams,
) => Promise<number>

async function runOnCollector(
  question: CollectorCommand,
  usage: string,
  args: readonly string[],
  streams: CommandStreams,
) {
  if (args.includes('--help')) return print(usage, streams)
  await using open = await openCollector(readConfig(process.env), reportTo(streams))
  return await question(args, open.collector, streams)
}

/** Throws: Problem `invalid-request` for a command that only a dashboard can do. */
function needDashboard(command: string): Dashboard {
  const dashboard = findDashboard(process.env)
  if (dashboard) return dashboard
  throw new Problem('invalid-request', { what: `${command} needs a dashboard: set HEARTH_URL and HEARTH_TOKEN` })
}

function print(text: string, { stdout }: CommandStreams): number {
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
    stderr.write(`${escapeControlsInLines(error instanceof Error ? (error.stack ?? error.message) : String(error))}\n`)
}

// A reader like `head` that has seen enough is no failure.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error
  process.exit(0)
})
process.exitCode = await main()
