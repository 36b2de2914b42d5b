/** Common parts of the programs that answer a collector's verbs: a socket that checks its peer, and a clean end. */
import { type Config, readConfig } from '../config.ts'
import { isProblem } from '../errors.ts'
import { claimRunDirectory } from './run-directory.ts'
import { type CollectorServerOptions, type ServedCollector, startCollectorServer } from './socket-server.ts'

interface VerbProgram extends ServedCollector, Pick<CollectorServerOptions, 'acceptLine'> {
  /** Ends recordings early and keeps them, while it is still served; sooner when `hurry` aborts. */
  keep(hurry: AbortSignal): Promise<void>
  stop(): Promise<void>
}

/**
 * Runs until SIGTERM or SIGINT, and keeps what is recorded then, unless SIGINT comes again. `start` is called when the
 * socket's directory is ours; it gives a program that has started. A Problem is printed with its remedy, and ends this
 * program with 1.
 */
export async function runProgram(
  socketOf: (config: Config) => string,
  start: (config: Config, report: (error: unknown) => void) => Promise<VerbProgram>,
): Promise<void> {
  try {
    await serve(socketOf, start)
  } catch (error) {
    if (!isProblem(error)) throw error
    console.error(`${error.message} ${error.remedy}`)
    process.exitCode = 1
  }
}

async function serve(...[socketOf, start]: Parameters<typeof runProgram>): Promise<void> {
  const report = (error: unknown) => console.error(error)
  const config = readConfig(process.env)
  const socketPath = socketOf(config)
  const uid = process.getuid?.() ?? 0
  // The web program's group, which has the number of its user.
  const gid = uid === 0 ? config.webUid : (process.getgid?.() ?? 0)
  await claimRunDirectory(config.runDirectory, socketPath, gid)
  const program = await start(config, report)
  const allowedUids = new Set([0, uid, config.webUid])
  const { acceptLine } = program
  const server = await startCollectorServer(program, {
    ...{ socketPath, allowedUids, gid, report },
    ...(acceptLine && { acceptLine }),
  })
  console.log(JSON.stringify({ event: 'listening', socket: socketPath }))

  const hurry = new AbortController()
  let stopping = false
  const stop = async () => {
    stopping = true
    await program.keep(hurry.signal)
    await Promise.all([server.close(), program.stop()])
  }
  const stopOnce = () => {
    if (stopping) return
    stop().then(
      () => process.exit(0),
      (error: unknown) => {
        report(error)
        process.exit(1)
      },
    )
  }
  // It may come twice for one request: from the system, and with the end of our parent.
  process.on('SIGTERM', stopOnce)
  process.on('SIGINT', () => (stopping ? hurry.abort() : stopOnce()))
}
