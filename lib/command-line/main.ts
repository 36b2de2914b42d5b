/**
 * `hearth list | doctor | capture | top | ...`. Each command is loaded when it is called: starting costs next to
 * nothing.
 */
import { escapeControls, escapeControlsInLines, wrapHelp } from './plain-text.ts'
import { dashboardOfEnvironment, withDashboard } from './dashboard/with-dashboard.ts'
import { type CommandStreams, endWhenReaderLeaves, readerLeft, unlessInterrupted } from './streams.ts'

/** A command, and how it runs. Gives the exit code. */
interface Command {
  readonly summary: string
  readonly usage: () => string | Promise<string>
  readonly run: (args: readonly string[], streams: CommandStreams, signal: AbortSignal) => Promise<number>
}

const collectorOf = async (streams: CommandStreams) => {
  const [{ openCollector }, { readConfig }] = await Promise.all([import('./open-collector.ts'), import('../config.ts')])
  return openCollector(readConfig(process.env), (error) => report(error, streams))
}

/** Uses a collector for what leaves nothing to undo, which `signal` ends at once. Throws: Problem; its reason. */
async function withCollector(
  use: (open: Awaited<ReturnType<typeof collectorOf>>) => Promise<number>,
  streams: CommandStreams,
  signal: AbortSignal,
): Promise<number> {
  await using open = await unlessInterrupted(collectorOf(streams), signal)
  return await unlessInterrupted(use(open), signal)
}

const commands: Readonly<Record<string, Command>> = {
  list: {
    summary: 'list [options]              the JVMs of this host; with -A or -n the pods of clusters',
    usage: async () => (await import('./commands/list.ts')).listUsage,
    async run(args, streams, signal) {
      const { list, listJvmsRemotely, listPods, readListOptions } = await import('./commands/list.ts')
      const options = readListOptions(args)
      if (options.wantsPods) return await withDashboard((dashboard) => listPods(options, dashboard, streams), signal)
      const dashboard = await dashboardOfEnvironment()
      if (dashboard) return await unlessInterrupted(listJvmsRemotely(options, dashboard, streams), signal)
      return await withCollector(
        (open) => list(options, () => open.collector.call('listTargets', {}), streams),
        streams,
        signal,
      )
    },
  },
  doctor: {
    summary: 'doctor [--json] JVM|POD     which engines or ways can profile it, and what prevents the others',
    usage: async () => (await import('./commands/doctor.ts')).doctorUsage,
    async run(args, streams, signal) {
      const { doctor, doctorOfPod, examinesPod } = await import('./commands/doctor.ts')
      if (examinesPod(args)) return await withDashboard((dashboard) => doctorOfPod(args, dashboard, streams), signal)
      return await withCollector((open) => doctor(args, open.collector, streams), streams, signal)
    },
  },
  capture: {
    summary: 'capture [options] JVM       profile one, or pod/NAME, deploy/NAME ...; write folded stacks',
    usage: async () => (await import('./commands/capture.ts')).captureUsage,
    async run(args, streams, signal) {
      const { capture, needsDashboard } = await import('./commands/capture.ts')
      if ((await dashboardOfEnvironment()) || needsDashboard(args)) {
        const { captureRemotely } = await import('./dashboard/capture-remote.ts')
        return await withDashboard((dashboard) => captureRemotely(args, dashboard, streams, signal))
      }
      await using open = await collectorOf(streams)
      return await capture(args, open, streams, signal)
    },
  },
  import: {
    summary: "import [options] FILE...    bring recordings into the dashboard's library",
    usage: async () => (await import('./commands/import.ts')).importUsage,
    async run(args, streams, signal) {
      const { importFiles, readImportRequest } = await import('./commands/import.ts')
      const request = readImportRequest(args)
      return await withDashboard((dashboard) => importFiles(request, dashboard, streams, signal))
    },
  },
  profiles: {
    summary: 'profiles [options] [WORD]   the profiles of a dashboard, with the ids that the next commands take',
    usage: async () => (await import('./dashboard/list-profiles.ts')).profilesUsage,
    async run(args, streams, signal) {
      const { listProfiles, readProfilesOptions } = await import('./dashboard/list-profiles.ts')
      const options = readProfilesOptions(args)
      return await withDashboard((dashboard) => listProfiles(options, dashboard, streams), signal)
    },
  },
  compare: {
    summary: 'compare BEFORE AFTER        two files, or two profiles of a dashboard, against each other',
    usage: async () => (await import('./commands/compare.ts')).compareUsage,
    async run(args, streams, signal) {
      const { compareFiles, readCompareOptions } = await import('./commands/compare.ts')
      const options = readCompareOptions(args)
      if (options.areFiles) {
        const { readConfig } = await import('../config.ts')
        return await compareFiles(options, readConfig(process.env), streams, signal)
      }
      const { compareRemotely } = await import('./dashboard/compare-remote.ts')
      return await withDashboard((dashboard) => compareRemotely(options, dashboard, streams), signal)
    },
  },
  experiment: {
    summary: 'experiment run [DIR] ...    configurations under load: the plan, the runs with their profiles, results',
    usage: async () => (await import('./experiment/experiment.ts')).experimentUsage,
    run: async (args, streams, signal) =>
      (await import('./experiment/experiment.ts')).experiment(args, streams, signal),
  },
  merge: {
    summary: 'merge PROFILE PROFILE...    profiles of a dashboard into one',
    usage: async () => (await import('./dashboard/merge-remote.ts')).mergeUsage,
    async run(args, streams, signal) {
      const { mergeRemotely, readMergeOptions } = await import('./dashboard/merge-remote.ts')
      const options = readMergeOptions(args)
      return await withDashboard((dashboard) => mergeRemotely(options, dashboard, streams), signal)
    },
  },
  share: {
    summary: 'share [options] PROFILE     a link that shows one profile of a dashboard, and nothing else',
    usage: async () => (await import('./dashboard/share-remote.ts')).shareUsage,
    async run(args, streams, signal) {
      const { readShareOptions, shareRemotely } = await import('./dashboard/share-remote.ts')
      const options = readShareOptions(args)
      return await withDashboard(
        (dashboard) => shareRemotely(options, dashboard, streams, process.env['HEARTH_URL']),
        signal,
      )
    },
  },
  top: {
    summary: 'top [options] JVM           the hottest methods, live',
    usage: async () => (await import('./commands/top.ts')).topUsage,
    async run(args, streams, signal) {
      const { top } = await import('./commands/top.ts')
      await using open = await collectorOf(streams)
      return await top(args, open.collector, { ...streams, isTerminal: process.stdout.isTTY === true }, signal)
    },
  },
  record: {
    summary: 'record [--seconds=N] JVM    a flight recorder: keep the last seconds',
    usage: async () => (await import('./commands/record.ts')).recordUsage,
    async run(args, streams, signal) {
      const { record } = await import('./commands/record.ts')
      return await withCollector((open) => record(args, open, streams), streams, signal)
    },
  },
  save: {
    summary: 'save JVM                    end a capture now and keep it; a flight recorder goes on',
    usage: async () => (await import('./commands/record.ts')).saveUsage,
    async run(args, streams, signal) {
      const { save } = await import('./commands/record.ts')
      return await withCollector((open) => save(args, open, streams), streams, signal)
    },
  },
  join: {
    summary: 'join [URL TOKEN]            let a dashboard on another host see the JVMs of this one',
    usage: async () => (await import('./commands/join.ts')).joinUsage,
    async run(args, streams, signal) {
      const { join } = await import('./commands/join.ts')
      const { readConfig } = await import('../config.ts')
      return await join(
        args,
        readConfig(process.env),
        { ...streams, report: (error) => report(error, streams) },
        signal,
      )
    },
  },
  blocks: {
    summary: 'blocks [--json]             engines not used any more since a JVM died after them',
    usage: async () => (await import('./commands/blocks.ts')).blocksUsage,
    async run(args, streams, signal) {
      const { blocks } = await import('./commands/blocks.ts')
      return await withCollector((open) => blocks(args, open.collector, streams), streams, signal)
    },
  },
  unblock: {
    summary: 'unblock ID                  use one again',
    usage: async () => (await import('./commands/blocks.ts')).unblockUsage,
    async run(args, streams, signal) {
      const { unblock } = await import('./commands/blocks.ts')
      return await withCollector((open) => unblock(args, open.collector, streams), streams, signal)
    },
  },
  'build-helper': {
    summary: 'build-helper [options]      make the image of helper containers',
    usage: async () => (await import('./commands/build-helper.ts')).buildHelperUsage,
    async run(args, streams, signal) {
      const { buildHelper } = await import('./commands/build-helper.ts')
      const { readConfig } = await import('../config.ts')
      return await unlessInterrupted(buildHelper(args, readConfig(process.env), streams), signal)
    },
  },
  collapse: {
    summary: 'collapse [options] [FILE]   fold the text of perf script',
    usage: async () => (await import('./commands/collapse.ts')).collapseUsage,
    run: async (args, streams, signal) => (await import('./commands/collapse.ts')).collapse(args, streams, signal),
  },
  'sign-in': {
    summary: 'sign-in                     a new one-time link to the dashboard',
    usage: async () => (await import('./commands/sign-in.ts')).signInUsage,
    async run(args, streams, signal) {
      const { signIn } = await import('./commands/sign-in.ts')
      const { readConfig } = await import('../config.ts')
      return await unlessInterrupted(signIn(args, readConfig(process.env), streams), signal)
    },
  },
  audit: {
    summary: 'audit verify [EXPORT]       whether the audit log is as it was written',
    usage: async () => (await import('./commands/audit.ts')).auditUsage,
    async run(args, streams, signal) {
      const { audit } = await import('./commands/audit.ts')
      const { readConfig } = await import('../config.ts')
      return await unlessInterrupted(audit(args, readConfig(process.env), streams), signal)
    },
  },
  help: {
    summary: 'help [COMMAND [VERB]]       this, or more about one',
    usage: () => usage,
    async run([name, ...args], streams) {
      if (name === undefined) return printUsage(usage, streams)
      if (!Object.hasOwn(commands, name)) return await refuse(name, streams)
      return await printHelp(name, args, streams)
    },
  },
}

/** A text that names our commands, with the name that we were called by: `kubectl hearth`. */
const asCalled = (text: string): string =>
  text.replace(/(?<=^|`|: )hearth (?!:)/gm, `${process.env['HEARTH_CALLED_AS'] ?? 'hearth'} `)

const usage = `Usage: hearth COMMAND

${Object.values(commands)
  .map(({ summary }) => `  ${summary}\n`)
  .join('')}
hearth COMMAND --help says more about one. hearth --version says which version this is.
As a plugin of kubectl (kubectl-hearth on the PATH) it is called kubectl hearth COMMAND.
With HEARTH_URL and HEARTH_TOKEN set, list, capture, import, profiles, compare, merge and share speak to the dashboard there.
`

async function main(): Promise<number> {
  const [name = 'help', ...args] = process.argv.slice(2)
  const interrupted = new AbortController()
  // The first Ctrl-C ends the capture in order, and what leaves nothing to undo at once; a second one ends us. The
  // listener stays: execa's own, alone, would end us at once. SIGTERM never does: it comes twice where a service is
  // stopped, from the system and with the end of our parent.
  let hasInterrupted = false
  process.on('SIGINT', () => {
    if (hasInterrupted) process.exit(130)
    hasInterrupted = true
    interrupted.abort()
  })
  process.on('SIGTERM', () => interrupted.abort())
  // Its reader may end before us, by the same Ctrl-C: what we brought up is removed all the same.
  process.stderr.on('error', () => undefined)
  endWhenReaderLeaves(process.stdout, interrupted)
  if (name === '--help' || name === '-h') return printUsage(usage, process)
  if (name === '--version') return print(`hearth ${await readVersion()}\n`, process)
  if (!Object.hasOwn(commands, name)) return await refuse(name, process)
  const command = commands[name]!
  // Before anything else is looked at: asking for help never does anything.
  if (asksForHelp(args)) return await printHelp(name, args, process)
  try {
    const { spellOptions } = await import('./argument-problem.ts')
    return await command.run(spellOptions(args, await command.usage()), process, interrupted.signal)
  } catch (error) {
    if (error === readerLeft) return 0 // its output was all that mattered
    const { isProblem } = await import('../errors.ts')
    const { nameAsTyped, translateArgumentError, usageAfterMistake } = await import('./argument-problem.ts')
    const commandUsage = await command.usage()
    const problem = isProblem(error) ? error : translateArgumentError(error, commandUsage)
    if (!isProblem(problem)) {
      // What a signal interrupts ends with an AbortError wherever it was.
      if (!interrupted.signal.aborted || (error as Error).name !== 'AbortError') throw error
      process.stderr.write('hearth: Stopped.\n')
      // A request that no answer comes to would keep us.
      process.exit(130)
    }
    if (problem.code === 'invalid-request' && 'what' in problem.facts) {
      const what = asCalled(escapeControlsInLines(nameAsTyped(problem.facts.what, args, commandUsage)))
      process.stderr.write(`hearth: ${what}\n${asCalled(usageAfterMistake(name, args, commandUsage))}\n`)
      return 2
    }
    process.stderr.write(
      `hearth: ${escapeControlsInLines(problem.message)}\n${asCalled(escapeControlsInLines(problem.remedy))}\n`,
    )
    return problem.code === 'invalid-config' || problem.code === 'no-engine' ? 2 : 1
  }
}

/** What follows `--` are names, also where they look like options. */
function asksForHelp(args: readonly string[]): boolean {
  const end = args.indexOf('--')
  return (end < 0 ? args : args.slice(0, end)).some((arg) => arg === '--help' || arg === '-h')
}

async function refuse(name: string, { stderr }: CommandStreams): Promise<number> {
  const { describeMeant, findMeant } = await import('./argument-problem.ts')
  const meant = findMeant(name, [...Object.keys(commands), '--help', '--version'])
  // The list itself would scroll the answer away.
  const answer = `hearth: there is no command ${escapeControls(name)}${describeMeant(meant)}`
  stderr.write(asCalled(`${answer}\n\`hearth help\` lists the commands.\n`))
  return 2
}

async function printHelp(name: string, args: readonly string[], streams: CommandStreams): Promise<number> {
  const { usageOfVerb } = await import('./argument-problem.ts')
  return printUsage(usageOfVerb(args, await commands[name]!.usage()), streams)
}

function printUsage(text: string, streams: CommandStreams): number {
  return print(wrapHelp(asCalled(text), streams.stdout.columns), streams)
}

async function readVersion(): Promise<string> {
  const { readFile } = await import('node:fs/promises')
  const { version } = JSON.parse(await readFile(new URL('../../package.json', import.meta.url), 'utf8')) as {
    version: string
  }
  return version
}

function print(text: string, { stdout }: CommandStreams): number {
  stdout.write(text)
  return 0
}

function report(error: unknown, { stderr }: CommandStreams): void {
  stderr.write(`${escapeControlsInLines(error instanceof Error ? (error.stack ?? error.message) : String(error))}\n`)
}

process.exitCode = await main()
