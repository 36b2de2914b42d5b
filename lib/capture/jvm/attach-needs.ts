/** Lists the rights that a helper container needs to ask a JVM, and to put files beside it. */
import type { Target } from '../../contract/target.ts'
import type { HelperNeeds } from '../engine.ts'

/** Root's rights over the files and processes of another user. */
export const rootCapabilities = ['CHOWN', 'DAC_OVERRIDE', 'FOWNER', 'KILL', 'SYS_PTRACE'] as const

/**
 * Nothing, as the JVM's own user. Into a process with capabilities that it lacks, a helper can look only with
 * CAP_SYS_PTRACE. Only root keeps the capabilities of a container: other users lose them when their program starts.
 *
 * Source: cap_ptrace_access_check(); capabilities(7).
 */
export function helperNeedsToAttach({ user }: Pick<Target, 'user'>): HelperNeeds {
  const asTarget = { pid: 'container', user: 'target', capabilities: [], network: 'none' } as const
  if (!user.hasCapabilities) return asTarget
  return user.uid === 0
    ? { ...asTarget, capabilities: ['SYS_PTRACE'] }
    : { ...asTarget, user: 'root', capabilities: rootCapabilities }
}
