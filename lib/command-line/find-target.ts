/** Which JVM a person means. */
import type { Target } from '../contract/target.ts'
import { Problem } from '../errors.ts'
import { escapeControls } from './plain-text.ts'

/**
 * By container name or id, target id, main class with or without its package, service, or host PID; the first kind of
 * name that fits decides.
 *
 * Throws: Problem `no-such-jvm`; `invalid-request` when several fit.
 */
export function findTarget(targets: readonly Target[], name: string): Target {
  const isPrefix = (id: string | undefined) => name.length >= 4 && id?.startsWith(name) === true
  const kinds: ((target: Target) => boolean)[] = [
    ({ id }) => id === name,
    ({ container }) => container?.name === name,
    ({ hostPid }) => `${hostPid}` === name,
    ({ jvm }) => jvm.mainClass === name,
    ({ service }) => service === name,
    ({ jvm }) => jvm.mainClass.split('.').at(-1) === name,
    ({ id, container }) => isPrefix(id) || isPrefix(container?.id),
  ]
  for (const fits of kinds) {
    const found = targets.filter(fits)
    if (found.length === 1) return found[0]!
    if (found.length > 1) {
      const ids = found.map(
        ({ id, container, jvm }) => `${id.slice(0, 8)} (${escapeControls(container?.name ?? jvm.mainClass)})`,
      )
      throw new Problem('invalid-request', {
        what: `${found.length} JVMs are called ${escapeControls(name)}, use an id: ${ids.join(', ')}`,
      })
    }
  }
  throw new Problem('no-such-jvm', { name: escapeControls(name) })
}
