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
  /** SHA-256 of the library: another one may be loaded. */
  library: z.string(),
  reason: z.string(),
  cause: z.enum(Object.keys(loadRemedies) as [LoadCause, ...LoadCause[]]),
  /** Unix ms. */
  at: z.number(),
})
type LoadFailure = z.infer<typeof failureSchema>

/** What an image lacks, every container of it lacks; mounts and policies are a container's own. */
const causesOfImage: ReadonlySet<LoadCause> = new Set(['missing', 'too-old', 'other-libc'])
/** Failures to load an engine's library that are remembered; the oldest is forgotten for a further one. */
const maxFailures = 500

/** `findLibrary` gives the SHA-256 of the library that would be loaded now. Throws: as `openOwnList`. */
export function openLoadFailures(directory: string, findLibrary: () => string | null) {
  const list = openOwnList(directory, 'load-failures.json', failureSchema)

  const isOf = (failure: LoadFailure, target: Target, engine: CaptureEngine['id']) =>
    failure.engine === engine &&
    (failure.subject === target.id || (target.container !== null && failure.subject === blockSubjectOf(target)))

  return {
    /** An engine was tried on a JVM: `problem` is why it failed, null when it recorded. */
    note(target: Target, engine: CaptureEngine['id'], problem: Problem | null): void {
      const failures = list.read()
      const others = failures.filter((failure) => !isOf(failure, target, engine))
      if (problem === null) {
        if (others.length < failures.length) list.write(others)
        return
      }
      const library = findLibrary()
      if (problem.code !== 'library-not-loaded' || library === null) return
      const { reason, cause = 'unknown' } = (problem as Problem<'library-not-loaded'>).facts
      const isOfImage = target.container !== null && causesOfImage.has(cause)
      const subject = isOfImage ? blockSubjectOf(target) : target.id
      list.write([{ subject, engine, library, reason, cause, at: Date.now() }, ...others].slice(0, maxFailures))
    },
    /** Finding of the doctor for an engine whose library could not be loaded. */
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
