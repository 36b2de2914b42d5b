/** Libraries that a JVM could not load, so that the doctor does not call their engine ready on the same image again. */
import { z } from 'zod'
import { engineIds } from '../../contract/engines.ts'
import { formatMoment } from '../../contract/profile-title.ts'
import type { Target } from '../../contract/target.ts'
import type { Problem } from '../../errors.ts'
import { type LoadCause, loadRemedies } from '../../errors/remedies.ts'
import { createFinding, type Finding } from '../../findings.ts'
import type { CaptureEngine } from '../../capture/engine.ts'
import { blockSubjectOf } from './blocks.ts'
import { openOwnList } from './own-list.ts'

export type LoadFailures = ReturnType<typeof openLoadFailures>

const failureSchema = z.object({
  /** An image, or one JVM where the cause may lie in how its container was started. */
  subject: z.string(),
  engine: z.enum(engineIds),
  /** SHA-256 of the library that could not be loaded: with another library the failure does not count. */
  library: z.string(),
  reason: z.string(),
  cause: z.enum(Object.keys(loadRemedies) as [LoadCause, ...LoadCause[]]),
  /** Unix ms. */
  at: z.number(),
})
type LoadFailure = z.infer<typeof failureSchema>

/**
 * Causes that lie in the image, so all its containers have them. Others, such as mounts and policies, are of one
 * container.
 */
const causesOfImage: ReadonlySet<LoadCause> = new Set(['missing', 'too-old', 'other-libc'])
/** Failures to load an engine's library that are remembered, newest first: one more removes the oldest. */
const maxFailures = 500

/**
 * Opens the list of libraries that JVMs could not load, which is load-failures.json in `directory`, the collector's
 * own. `findLibrary` gives the SHA-256 of the library that would be loaded now, null where there is none.
 *
 * Throws: as `openOwnList`.
 */
export function openLoadFailures(directory: string, findLibrary: () => string | null) {
  const list = openOwnList(directory, 'load-failures.json', failureSchema)

  // A failure of an image is of its containers. Programs outside containers have no image, so each JVM has its own.
  const isOf = (failure: LoadFailure, target: Target, engine: CaptureEngine['id']) =>
    failure.engine === engine &&
    (failure.subject === target.id || (target.container !== null && failure.subject === blockSubjectOf(target)))

  return {
    /**
     * Keeps the failure of an engine to load its library in a JVM. An attempt that recorded (`problem` is null) removes
     * what is kept of the JVM and its image; a failure for another reason changes nothing.
     */
    note(target: Target, engine: CaptureEngine['id'], problem: Problem | null): void {
      const withoutThis = (failures: LoadFailure[]) => failures.filter((failure) => !isOf(failure, target, engine))
      if (problem === null) {
        if (list.read().some((failure) => isOf(failure, target, engine))) list.update(withoutThis)
        return
      }
      const library = findLibrary()
      if (problem.code !== 'library-not-loaded' || library === null) return
      const { reason, cause = 'unknown' } = (problem as Problem<'library-not-loaded'>).facts
      const isOfImage = target.container !== null && causesOfImage.has(cause)
      const subject = isOfImage ? blockSubjectOf(target) : target.id
      const failure = { subject, engine, library, reason, cause, at: Date.now() }
      list.update((failures) => [failure, ...withoutThis(failures)].slice(0, maxFailures))
    },
    /** Gives the finding that the library of the engine could not be loaded, if that is so: one or none. */
    findingsOf({ id }: Pick<CaptureEngine, 'id'>, target: Target): Finding[] {
      const library = findLibrary()
      const failure = list.read().find((one) => isOf(one, target, id) && one.library === library)
      if (failure === undefined) return []
      const { at, reason, cause } = failure
      return [
        createFinding(
          'library-not-loaded',
          { obstacle: { kind: 'failed', reason, cause } },
          `${formatMoment(at)}: ${reason}`,
        ),
      ]
    },
    [Symbol.dispose]: () => list[Symbol.dispose](),
  }
}
