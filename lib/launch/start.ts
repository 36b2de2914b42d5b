/**
 * `npm start`: looks at the machine, repairs what it may, builds, then keeps the collector and the web program running.
 * `npm run dev` (--dev) builds nothing ahead: Next builds pages as they are asked for.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { access, constants, mkdir } from 'node:fs/promises'
import { z } from 'zod'
import { createCollectorClient } from '../collector/client/client.ts'
import { buildListenOrigin, type Config, readConfig } from '../config.ts'
import { captureSchema } from '../contract/capture.ts'
import { problemSchema } from '../contract/problem.ts'
import { isProblem, Problem, onProblem } from '../errors.ts'
import { toolsDirectory } from '../host/library/async-profiler-library.ts'
import { announceChanges, type PlannedChanges } from './announce-changes.ts'
import { assertFree } from './assert-free.ts'
import { fetchAsyncProfiler, planFetch } from './async-profiler.ts'
import { buildPages } from './build.ts'
import { checkout } from './checkout.ts'
import { prepareDataDirectory } from './data-directory.ts'
import { askDockerEngine, startDockerEngine } from './docker-engine.ts'
import { endUnlessKnown } from './end-unless-known.ts'
import { describeEarlierCapture, followStop, type FollowedStop } from './follow-stop.ts'
import { findMissing, hearthDependencies } from './host-needs.ts'
import { canInstall, installMissing } from './install.ts'
import { keepRunning, type Program } from './supervise.ts'
import { untilHurried, untilStopped } from './until-stopped.ts'
import {
  endWithLauncher,
  keepOnlyUser,
  planDevelopmentCommand,
  planWebCommand,
  type WebCommand,
} from './web-sandbox.ts'

const usage = `usage: npm start [-- --no-install | --yes | --install-only]
       npm run dev [-- --no-install | --yes]

  --no-install   install and start nothing that this machine lacks, only say so (also HEARTH_INSTALL=0)
  --yes          do not wait five seconds before something is installed or started
  --install-only install what this machine lacks and end, as for a host that only joins a dashboard

Settings are environment variables, see docs/operations.md: HEARTH_PORT, HEARTH_DATA, ...`

const options = ['--no-install', '--yes', '--install-only', '--dev', '--in-image']

const webEventSchema = z.discriminatedUnion('event', [
  z.object({ event: z.literal('capture-ended'), capture: captureSchema }),
  z.object({ event: z.literal('listening'), url: z.string(), signInLink: z.string() }),
  z.object({ event: z.literal('failed'), problem: problemSchema }),
])

const printLine = (line: string): void => void process.stdout.write(`${line}\n`)

async function main(args: readonly string[]): Promise<void> {
  endUnlessKnown(args, options, usage)
  const installsOnly = args.includes('--install-only')
  if (installsOnly && args.includes('--no-install')) {
    printLine(usage)
    process.exitCode = 2
    return
  }
  const isDev = args.includes('--dev')
  if (isDev) process.env.HEARTH_DATA ??= `${readConfig(process.env).dataDirectory}-dev`
  const config = readConfig(process.env)
  // The image has all that it needs, and nothing to build it with.
  const isInImage = args.includes('--in-image')
  const mayInstall = installsOnly || (config.installsWhatIsMissing && !isInImage && !args.includes('--no-install'))
  if (!installsOnly) await assertFree(config)
  if (mayInstall) {
    const isTerminal = process.stdin.isTTY && process.stdout.isTTY
    const changes = await planChanges(config)
    const announced = installsOnly ? { ...changes, startsDocker: false } : changes
    await announceChanges(announced, { report: printLine, isTerminal, mayWait: !args.includes('--yes') })
  }
  if (installsOnly) return installOnly(config, mayInstall)
  if (!isInImage) await prepareHost(config, mayInstall)
  if (!isInImage && !isDev) await buildPages(printLine)
  await prepareDataDirectory(config)
  if (mayInstall) await fetchUnlessGiven(config)
  await makeRunDirectory(config.runDirectory)
  await runPrograms(config, isDev ? planDevelopmentCommand(config) : await planWebCommand(config))
}

/** Nothing runs afterwards: a collector that runs already uses what it finds. */
async function installOnly(config: Config, mayInstall: boolean): Promise<void> {
  const missing = await installMissing(hearthDependencies, mayInstall, printLine)
  const hasLibrary = mayInstall && (await fetchUnlessGiven(config))
  if (missing.length > 0 || !hasLibrary) process.exitCode = 1
  else printLine('This machine has all that Hearth profiles with.')
}

/** Gives whether async-profiler's library is there; where it is not, a line has said why. */
async function fetchUnlessGiven(config: Config): Promise<boolean> {
  if (config.asyncProfiler !== undefined) return true
  return (await fetchAsyncProfiler({ directory: toolsDirectory(config), mayInstall: true, report: printLine })) !== null
}

async function planChanges(config: Config): Promise<PlannedChanges> {
  const fetched = config.asyncProfiler === undefined ? await planFetch(toolsDirectory(config)) : null
  const missing = canInstall() ? (await findMissing(hearthDependencies)).map(({ title }) => title) : []
  const { answers } = await askDockerEngine(config.dockerHost)
  return {
    installs: [...missing, ...(canInstall() && fetched?.needsMaven ? ['Maven'] : [])],
    startsDocker: !answers && mayStartDocker(config),
    fetches: fetched === null || (fetched.needsMaven && !canInstall()) ? null : fetched.what,
  }
}

function mayStartDocker({ dockerHost }: Config): boolean {
  return process.getuid?.() === 0 && dockerHost === undefined
}

async function prepareHost(config: Config, mayRepair: boolean): Promise<void> {
  await installMissing(hearthDependencies, mayRepair, printLine)
  const { answers, reason } = await askDockerEngine(config.dockerHost)
  if (answers) return
  if (!mayRepair || !mayStartDocker(config)) {
    printLine(`${reason} Without it, containers have no names here and there is no demo service.`)
    return
  }
  printLine('Starting the Docker engine. It keeps running when Hearth ends, since your containers live in it.')
  await startDockerEngine().catch(onProblem((problem) => printLine(explain(problem))))
}

/** Here and not only in the collector: the sandbox of the web program mounts it before the collector is up. */
async function makeRunDirectory(path: string): Promise<void> {
  try {
    await mkdir(path, { recursive: true })
    await access(path, constants.W_OK)
  } catch (error) {
    const reason = `The directory ${path}, for the collector's socket, cannot be made or written to.`
    const remedy = 'Start Hearth as root, or set HEARTH_RUN to a directory of yours.'
    throw new Problem('cannot-start', { reason, remedy }, { cause: error })
  }
}

async function runPrograms(config: Config, web: WebCommand): Promise<void> {
  if (web.weakness !== null) printLine(web.weakness)
  const failed = new AbortController()
  const giveUp = (reason: string): void => {
    if (failed.signal.aborted) return
    printLine(`Hearth cannot run: ${reason}`)
    process.exitCode = 1
    failed.abort()
  }
  const collectors: Program[] = [
    { name: 'collector', start: startCollector, onLine: isListening },
    ...(config.kubernetes === null
      ? []
      : [{ name: 'cluster program', start: () => startClusterProgram(config), onLine: isListening }]),
  ]
  const webProgram: Program = {
    name: 'web program',
    start: () => spawn(web.command[0]!, web.command.slice(1), { cwd: web.cwd, env: web.env, ...ownSession }),
    // Next says what it does on standard output; what is wrong is on the other one.
    onLine: (line) => handleLine(line, endWeb, buildListenOrigin(config, config.port)) || !web.isDev,
  }
  const stopped = AbortSignal.any([untilStopped(), failed.signal])
  const hurry = untilHurried()
  const collectorsEnd = new AbortController()
  const webEnd = new AbortController()
  hurry.addEventListener('abort', () => {
    collectorsEnd.abort()
    webEnd.abort()
  })
  /**
   * What it cannot do, it cannot do a moment later either: it is not started again. Its paths are those of its sandbox.
   */
  const endWeb = (reason: string): void => {
    webEnd.abort()
    giveUp(
      reason
        .replaceAll(web.env['HEARTH_DATA']!, config.dataDirectory)
        .replaceAll(web.env['HEARTH_RUN']!, config.runDirectory),
    )
  }
  const run = (program: Program, { signal }: AbortController): Promise<void> =>
    keepRunning(program, printLine, signal, hurry).catch((error: unknown) => giveUp(explain(error)))
  const collectorsRun = collectors.map((program) => run(program, collectorsEnd))
  const webRuns = run(webProgram, webEnd)

  await new Promise((resolve) => stopped.addEventListener('abort', resolve))
  // The terminal may be gone, which is no reason to lose a recording.
  process.stdout.on('error', () => undefined)
  const endings = await followEndings(config)
  collectorsEnd.abort()
  await Promise.all([...collectorsRun, ...endings.map(({ ended }) => ended)])
  // Only now: it stores what the collectors have kept.
  webEnd.abort()
  await webRuns
  printLine(`Hearth has ended. Its profiles are kept in ${config.dataDirectory}.`)
}

function followEndings(config: Config): Promise<FollowedStop[]> {
  const sockets = [config.collectorSocket, ...(config.kubernetes === null ? [] : [config.kubernetes.socket])]
  const origin = buildListenOrigin(config, config.port)
  return Promise.all(sockets.map((socket) => followStop(createCollectorClient(socket), { report: printLine, origin })))
}

/** Programs run in a session of their own: Ctrl-C reaches the launcher alone, which ends its programs in order. */
const ownSession = { stdio: ['ignore', 'pipe', 'pipe'] as ['ignore', 'pipe', 'pipe'], detached: true }

function startCollector(): ChildProcess {
  const [program, ...args] = [...endWithLauncher(), process.execPath, `${checkout}/lib/collector/main.ts`]
  return spawn(program, args, { cwd: checkout, ...ownSession })
}

/**
 * Starts the cluster program. Of the rights of root it needs only those to read the kubeconfig, and to make a socket
 * that the web program may enter.
 */
function startClusterProgram({ webUid }: Config): ChildProcess {
  const [program, ...args] = [...keepOnlyUser(webUid), process.execPath, `${checkout}/lib/cluster/main.ts`]
  return spawn(program, args, { cwd: checkout, ...ownSession })
}

const isListening = (line: string): boolean => line.startsWith('{"event":"listening"')

let isAnnounced = false

/**
 * Understands the lines that the web program prints; the address and the sign-in link are shown once, not at restarts.
 */
function handleLine(line: string, giveUp: (reason: string) => void, origin: string): boolean {
  if (!line.startsWith('{"event":')) return false
  const event = webEventSchema.parse(JSON.parse(line))
  if (event.event === 'failed') giveUp(`${event.problem.title} ${event.problem.remedy}`)
  else if (event.event === 'capture-ended') printLine(describeEarlierCapture(event.capture, origin))
  else if (!isAnnounced) {
    printLine(`\nHearth is ready at ${event.url}\nSign in with this link, once:\n\n  ${event.signInLink}\n`)
    isAnnounced = true
  }
  return true
}

function explain(error: unknown): string {
  if (isProblem(error)) return `${error.message} ${error.remedy}`
  return error instanceof Error ? error.message : String(error)
}

try {
  await main(process.argv.slice(2))
} catch (error) {
  if (!isProblem(error)) throw error
  printLine(explain(error))
  process.exitCode = 1
}
