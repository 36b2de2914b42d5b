/**
 * The program that holds the credentials of Kubernetes clusters: lists their pods, and makes Jobs that capture, for a
 * web program that has neither. Behind a Unix socket that checks its peer, with the verbs of a collector.
 */
import type { Config } from '../config.ts'
import { ownFiles } from '../host/kernel/named-files.ts'
import { Problem } from '../errors.ts'
import { runProgram } from '../collector/run-program.ts'
import { openClusters } from './cluster-client.ts'
import { createClusters } from './clusters.ts'

/** Captures of pods that run at the same time, in all clusters; their work is done on their nodes, not here. */
const capturesAtOnce = 20

process.umask(0o077)
await runProgram(
  (config) => kubernetesOf(config).socket,
  async (config, report) => {
    const kubernetes = kubernetesOf(config)
    const directory = `${config.runDirectory}/kubernetes`
    ownFiles.mkdirSync(directory, { recursive: true, mode: 0o700 })
    const clients = await openClusters(kubernetes)
    const clusters = createClusters({ clients, kubernetes, directory, atOnce: capturesAtOnce, report })
    await clusters.start()
    return clusters
  },
)

/** Gives the settings of clusters. Throws: Problem `invalid-config`. */
function kubernetesOf({ kubernetes }: Config): NonNullable<Config['kubernetes']> {
  if (kubernetes === null) throw new Problem('invalid-config', { problems: ['HEARTH_KUBECONFIG: is not set'] })
  return kubernetes
}
