/** The privileged program: beside the JVMs, as root, behind a Unix socket with a handful of verbs. */
import { readConfig } from '../config.ts'
import { isProblem } from '../errors.ts'
import { createCollector } from './collector.ts'
import { explainWeakParser } from '../parser/parser-command.ts'
import { parserLimits } from './parse-uploads.ts'
import { claimRunDirectory } from './run-directory.ts'
import { startCollectorServer } from './socket-server.ts'

const report = (error: unknown) => console.error(error)

async function main(): Promise<void> {
  process.umask(0o022) // what is private says so itself; perf script, as another user, reads its copies
  const config = readConfig(process.env)
  const uid = process.getuid?.() ?? 0
  const gid = uid === 0 ? config.webUid : (process.getgid?.() ?? 0)
  await claimRunDirectory(config.runDirectory, config.collectorSocket, gid)
  const collector = createCollector(config, report)
  await collector.start()
  const allowedUids = new Set([0, uid, config.webUid])
  const server = await startCollectorServer(collector, { socketPath: config.collectorSocket, allowedUids, gid, report })
  console.log(JSON.stringify({ event: 'listening', socket: config.collectorSocket }))
  void explainWeakParser(parserLimits(config)).then((weakness) => weakness !== null && console.log(weakness), report)

  let stopping = false
  const stop = () => {
    if (stopping) return
    stopping = true
    void Promise.all([server.close(), collector.stop()]).then(
      () => process.exit(0),
      (error: unknown) => {
        report(error)
        process.exit(1)
      },
    )
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
}

try {
  await main()
} catch (error) {
  if (!isProblem(error)) throw error
  console.error(`${error.message} ${error.remedy}`)
  process.exitCode = 1
}
