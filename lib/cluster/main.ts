/**
 * The program that holds the credentials of Kubernetes clusters: lists their pods, and makes Jobs that capture, for a web
 * program that has neither. Behind a Unix socket that checks its peer, with the verbs of a collector.
 */
import { readConfig } from '../config.ts'
import { ownFiles } from '../host/kernel/named-files.ts'
import { isProblem, Problem } from '../errors.ts'
import { startCollectorServer } from '../collector/socket-server.ts'
import { claimRunDirectory } from '../collector/run-directory.ts'
import { openClusters } from './cluster-client.ts'
import { createClusters } from './clusters.ts'

/** They run on their nodes, not here. */
const capturesAtOnce = 20

const report = (error: unknown) => console.error(error)

async function main(): Promise<void> {
  process.umask(0o077)
  const config = readConfig(process.env)
  const { kubernetes } = config
  if (kubernetes === null) throw new Problem('invalid-config', { problems: ['HEARTH_KUBECONFIG: is not set'] })
  const uid = process.getuid?.() ?? 0
  const gid = uid === 0 ? config.webUid : (process.getgid?.() ?? 0)
  await claimRunDirectory(config.runDirectory, kubernetes.socket, gid)
  const directory = `${config.runDirectory}/kubernetes`
  ownFiles.mkdirSync(directory, { recursive: true, mode: 0o700 })
  const clients = await openClusters(kubernetes)
  const clusters = createClusters({ clients, kubernetes, directory, atOnce: capturesAtOnce, report })
  await clusters.start()
  const allowedUids = new Set([0, uid, config.webUid])
  const server = await startCollectorServer(clusters, {
    ...{ socketPath: kubernetes.socket, allowedUids, gid, report },
    acceptLine: clusters.acceptLine,
  })
  console.log(JSON.stringify({ event: 'listening', socket: kubernetes.socket }))
  const stop = () => {
    void Promise.all([server.close(), clusters.stop()]).then(() => process.exit(0), report)
  }
  process.once('SIGTERM', stop)
  process.once('SIGINT', stop)
}

try {
  await main()
} catch (error) {
  if (!isProblem(error)) throw error
  console.error(`${error.message} ${error.remedy}`)
  process.exitCode = 1
}
