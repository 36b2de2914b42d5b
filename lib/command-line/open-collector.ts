/** Opens the collector of a command: the one that runs, or, for root where none does, one of its own. */
import fs from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { createCollectorClient, type CollectorClient } from '../collector/client/client.ts'
import { createCollector } from '../collector/collector.ts'
import { assertOwnDirectory } from '../collector/run-directory.ts'
import { buildListenOrigin, type Config } from '../config.ts'
import type { Capture } from '../contract/capture.ts'
import { unlessProblem, isProblem } from '../errors.ts'

export interface OpenCollector extends AsyncDisposable {
  readonly collector: CollectorClient
  /** No other program will take what is captured. */
  readonly isOwn: boolean
  /** Page of the dashboard on this host that shows a capture, and its profile when it ended. */
  readonly linkTo: (capture: Pick<Capture, 'id'>) => string
}

/**
 * Opens the running collector, as root else one of our own. Throws: Problem `collector-unreachable`,
 * `collector-refused`.
 */
export async function openCollector(config: Config, report: (error: unknown) => void): Promise<OpenCollector> {
  const collector = createCollectorClient(config.collectorSocket)
  try {
    await collector.call('listCaptures', {})
    return { collector, isOwn: false, linkTo: linkFor(config), async [Symbol.asyncDispose]() {} }
  } catch (error) {
    const isAbsent = isProblem(error) && error.code === 'collector-unreachable'
    if (!isAbsent || process.getuid?.() !== 0) throw error
  }
  return startOwn(config, report)
}

function linkFor(config: Config): OpenCollector['linkTo'] {
  return ({ id }) => `${buildListenOrigin(config, config.port)}/captures/${id}`
}

/** Starts a collector in a run directory of its own, so that `npm start` meanwhile finds nothing in its way. */
async function startOwn(config: Config, report: (error: unknown) => void): Promise<OpenCollector> {
  process.umask(0o022) // collector/main.ts says why
  await removeDeadRuns(config, report)
  const runDirectory = `${config.runDirectory}-command-${process.pid}`
  fs.mkdirSync(runDirectory, { recursive: true, mode: 0o700 })
  assertOwnDirectory(runDirectory)
  const collector = createCollector({ ...config, runDirectory }, report)
  await collector.start()
  return {
    collector,
    isOwn: true,
    linkTo: linkFor(config),
    async [Symbol.asyncDispose]() {
      await collector.stop()
      fs.rmSync(runDirectory, { recursive: true, force: true })
    },
  }
}

/** What commands that were killed left, here and in containers. */
async function removeDeadRuns(config: Config, report: (error: unknown) => void): Promise<void> {
  const parent = dirname(config.runDirectory)
  const prefix = `${basename(config.runDirectory)}-command-`
  for (const name of fs.existsSync(parent) ? fs.readdirSync(parent) : []) {
    const hostPid = name.startsWith(prefix) ? name.slice(prefix.length) : ''
    if (!/^\d+$/.test(hostPid) || fs.existsSync(`/proc/${hostPid}`)) continue
    const runDirectory = join(parent, name)
    if (!isOwnDirectory(runDirectory)) continue
    await createCollector({ ...config, runDirectory }, report).recover()
    fs.rmSync(runDirectory, { recursive: true, force: true })
  }
}

function isOwnDirectory(runDirectory: string): boolean {
  return unlessProblem(() => {
    assertOwnDirectory(runDirectory)
    return true
  }, false)
}
