/**
 * The program of a Job or an ephemeral container: a collector that lives for one capture, as the JVM's own user. As
 * that user it may attach to the JVM and touch its files, and needs no right over those of others.
 *
 * In a Job it starts as root of the node's PID namespace with four capabilities, finds the JVM of its container,
 * becomes its user, and keeps SYS_PTRACE and PERFMON. In an ephemeral container it is that user from the start and
 * holds no capability; where it is another user, it ends with a Problem that names the right one.
 */
import { join } from 'node:path'
import { type OneShot, readOneShot } from '../../contract/one-shot.ts'
import { Problem } from '../../errors.ts'
import { findTool } from '../../host/command/run-command.ts'
import { kernelFiles } from '../../host/kernel/named-files.ts'
import { type FoundUser, findJvmUser, guessUser } from './find-jvm.ts'
import { leaveProblem } from './termination.ts'

/** How long the JVM of a container is looked for: a pod that has just started may not have it yet. */
const searchSeconds = 10
/** Capabilities of the program of a Job when it is the user of the JVM. */
const keptCapabilities = '+sys_ptrace,+perfmon'
/** The program that replaces this one, as the right user. */
const program = [process.execPath, join(import.meta.dirname, 'capture-once.ts')]

const oneShot = readOneShot(process.env)
try {
  if (oneShot.way === 'job') becomeUser(await find(oneShot))
  else {
    // Its memory counts as the pod's: where that reaches a limit, the kernel has to kill this program, never the JVM.
    kernelFiles.writeFileSync('/proc/self/oom_score_adj', '1000')
    const { uid, gid } = await find(oneShot)
    if (uid !== process.getuid!() || gid !== process.getgid!()) throw new Problem('pod-user-differs', { uid, gid })
    process.execve!(program[0]!, program, process.env)
  }
} catch (error) {
  leaveProblem(error, oneShot.way)
  process.exitCode = 1
}

async function find({ container }: OneShot): Promise<FoundUser> {
  const jvm =
    (await findJvmUser(container.id, 0)) ?? guessUser(container.id) ?? (await findJvmUser(container.id, searchSeconds))
  if (jvm === null) throw new Problem('no-jvm-in-container', { container: container.name })
  return jvm
}

function becomeUser({ uid, gid }: FoundUser): void {
  const user = [`--reuid=${uid}`, `--regid=${gid}`, '--clear-groups']
  const rights = [`--inh-caps=${keptCapabilities}`, `--ambient-caps=${keptCapabilities}`, '--no-new-privs']
  const setpriv = findTool('setpriv')
  process.execve!(setpriv, [setpriv, ...user, ...rights, '--', ...program], process.env)
}
