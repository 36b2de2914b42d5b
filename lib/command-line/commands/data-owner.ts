/** Commands that open the data directory of the dashboard on this host. */
import fs from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Config } from '../../config.ts'
import { onProblem, Problem } from '../../errors.ts'
import { typeStripping } from '../../host/command/own-node.ts'
import { kernelFiles } from '../../host/kernel/named-files.ts'
import { runCommand } from '../../host/command/run-command.ts'

/** How long a command may take that runs as the owner of the data: its timeout. */
const ownerCommandTimeoutMs = 30_000

/**
 * What a command prints that works on the data directory. The owner of the directory runs `work` in this process. For
 * root, a child process runs the same `command` as the owner: root must not open files that the web program wrote. The
 * child keeps CAP_DAC_READ_SEARCH where root has it, since the data directory or the checkout may be below /root.
 *
 * Throws: Problem `no-dashboard-here` where Hearth never ran; what `work` throws.
 */
export async function asDataOwner(
  config: Config,
  command: readonly string[],
  work: () => Promise<string>,
): Promise<string> {
  const owner = fs.statSync(config.dataDirectory, { throwIfNoEntry: false })
  if (owner === undefined)
    throw new Problem('no-dashboard-here', { reason: `there is no data directory ${config.dataDirectory}` })
  return process.getuid?.() === owner.uid ? work() : runAs(owner, config, command)
}

async function runAs({ uid, gid }: fs.Stats, config: Config, command: readonly string[]): Promise<string> {
  const { dataDirectory, bind, port, hosts, tls } = config
  const main = fileURLToPath(new URL('../main.ts', import.meta.url))
  const keptCapabilities = hasDacReadSearch() ? '-all,+dac_read_search' : '-all' // root of a container may lack it
  const capabilities = [
    `--inh-caps=${keptCapabilities}`,
    `--ambient-caps=${keptCapabilities}`,
    `--bounding-set=${keptCapabilities}`,
    '--no-new-privs',
  ]
  const user = [`--reuid=${uid}`, `--regid=${gid}`, '--clear-groups']
  const env = {
    ...{ HEARTH_DATA: dataDirectory, HEARTH_BIND: bind, HEARTH_PORT: `${port}`, HEARTH_HOSTS: hosts.join() },
    ...(tls !== null && { HEARTH_TLS_CERT: tls.certificate, HEARTH_TLS_KEY: tls.key }),
  }
  // typeStripping: arguments of Node, by which an installed Hearth runs its TypeScript.
  const setprivArguments = [...user, ...capabilities, '--', process.execPath, ...typeStripping(), main, ...command]
  // The child's usage error becomes one of this process; any other failure stays as it is.
  const explain = onProblem((problem) => {
    const [, what] = ('stderr' in problem.facts && /^hearth: (.*)\nusage: /.exec(problem.facts.stderr)) || []
    throw what === undefined ? problem : new Problem('invalid-request', { what }, { cause: problem })
  })
  return (await runCommand('setpriv', setprivArguments, { env, timeoutMs: ownerCommandTimeoutMs }).catch(explain))
    .stdout
}

/** The bit of CAP_DAC_READ_SEARCH, as in <linux/capability.h>. */
const dacReadSearch = 1n << 2n

function hasDacReadSearch(): boolean {
  const [, mask = '0'] = /^CapEff:\s*([0-9a-f]+)$/m.exec(kernelFiles.readFileSync('/proc/self/status', 'utf8')) ?? []
  return (BigInt(`0x${mask}`) & dacReadSearch) !== 0n
}
