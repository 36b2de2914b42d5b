/** Commands that open the data directory of the dashboard on this host. */
import fs from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Config } from '../../config.ts'
import { onProblem, Problem } from '../../errors.ts'
import { typeStripping } from '../../host/command/own-node.ts'
import { kernelFiles } from '../../host/kernel/named-files.ts'
import { runCommand } from '../../host/command/run-command.ts'

/**
 * What `here` gives, or, for root, what the same command printed as the user that owns the directory: root opens no file that the web
 * program wrote. That user keeps one right, where root has it, to get to a data directory or checkout that lies below /root.
 *
 * Throws: Problem `no-dashboard-here` where Hearth never ran; what `here` throws.
 */
export async function asDataOwner(
  config: Config,
  command: readonly string[],
  here: () => Promise<string>,
): Promise<string> {
  const owner = fs.statSync(config.dataDirectory, { throwIfNoEntry: false })
  if (owner === undefined)
    throw new Problem('no-dashboard-here', { reason: `there is no data directory ${config.dataDirectory}` })
  return process.getuid?.() === owner.uid ? here() : runAs(owner, config, command)
}

async function runAs({ uid, gid }: fs.Stats, config: Config, command: readonly string[]): Promise<string> {
  const { dataDirectory, bind, port, hosts, tls } = config
  const main = fileURLToPath(new URL('../main.ts', import.meta.url))
  const right = mayReadAll() ? '-all,+dac_read_search' : '-all' // a container has it only where it was given
  const rights = [`--inh-caps=${right}`, `--ambient-caps=${right}`, `--bounding-set=${right}`, '--no-new-privs']
  const user = [`--reuid=${uid}`, `--regid=${gid}`, '--clear-groups']
  const env = {
    ...{ HEARTH_DATA: dataDirectory, HEARTH_BIND: bind, HEARTH_PORT: `${port}`, HEARTH_HOSTS: hosts.join() },
    ...(tls !== null && { HEARTH_TLS_CERT: tls.certificate, HEARTH_TLS_KEY: tls.key }),
  }
  const whole = [...user, ...rights, '--', process.execPath, ...typeStripping(), main, ...command]
  const explain = onProblem((problem) => {
    const [, what] = ('stderr' in problem.facts && /^hearth: (.*)\nusage: /.exec(problem.facts.stderr)) || []
    throw what === undefined ? problem : new Problem('invalid-request', { what }, { cause: problem })
  })
  return (await runCommand('setpriv', whole, { env, timeoutMs: 30_000 }).catch(explain)).stdout
}

/** CAP_DAC_READ_SEARCH of <linux/capability.h>. */
const dacReadSearch = 1n << 2n

function mayReadAll(): boolean {
  const [, mask = '0'] = /^CapEff:\s*([0-9a-f]+)$/m.exec(kernelFiles.readFileSync('/proc/self/status', 'utf8')) ?? []
  return (BigInt(`0x${mask}`) & dacReadSearch) !== 0n
}
