/** Commands to the JVM, each with the time it took, for the provenance. */
import { isProblem, Problem } from '../../errors.ts'
import type { JvmSession } from '../jvm/jvm-session.ts'
import type { Ask } from './jfr-repository.ts'

/** The first use of JFR has the JVM load and rewrite its own classes: 17 s were seen on a busy machine. */
const timeoutMs = 90_000

/** Without a signal they are not cut off. The function throws: Problem `jfr-missing`, and what attaching throws. */
export function createAsk(jvm: JvmSession, attaches: { what: string; ms: number }[], signal: AbortSignal | null): Ask {
  return async (...command) => {
    const begun = performance.now()
    try {
      const options = { timeoutMs, idleTimeoutMs: timeoutMs, ...(signal === null ? {} : { signal }) }
      return await jvm.diagnose(command, options)
    } catch (error) {
      if (isProblem(error) && error.code === 'attach-failed' && /Unknown diagnostic command/i.test(error.message)) {
        throw new Problem('jfr-missing', { target: jvm.label, reason: 'it knows no JFR command' }, { cause: error })
      }
      throw error
    } finally {
      attaches.push({ what: command[0]!, ms: Math.round(performance.now() - begun) })
    }
  }
}
