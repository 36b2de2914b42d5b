/**
 * The program of a Job: a collector that lives for one capture. It starts as root of the node's PID namespace with four
 * capabilities, finds the JVM of its container, and becomes the JVM's own user. Of the four it keeps SYS_PTRACE and PERFMON:
 * as that user it may attach to the JVM and touch its files, and needs no right over those of others.
 */
import { join } from 'node:path'
import { oneShotSchema, oneShotVariable } from '../../contract/one-shot.ts'
import { Problem } from '../../errors.ts'
import { findTool } from '../../host/command/run-command.ts'
import { findJvmUser } from './find-jvm.ts'
import { leaveProblem } from './termination.ts'

/** A pod that is ready has its JVM; one that has just started may not. */
const searchSeconds = 10
const kept = '+sys_ptrace,+perfmon'

try {
  const { container } = oneShotSchema.parse(JSON.parse(process.env[oneShotVariable] ?? 'null'))
  const jvm = await findJvmUser(container.id, searchSeconds)
  if (jvm === null) throw new Problem('no-jvm-in-container', { container: container.name })
  const user = [`--reuid=${jvm.uid}`, `--regid=${jvm.gid}`, '--clear-groups']
  const rights = [`--inh-caps=${kept}`, `--ambient-caps=${kept}`, '--no-new-privs']
  const program = [process.execPath, join(import.meta.dirname, 'capture-once.ts')]
  const setpriv = findTool('setpriv')
  process.execve!(setpriv, [setpriv, ...user, ...rights, '--', ...program], process.env)
} catch (error) {
  leaveProblem(error)
  process.exitCode = 1
}
