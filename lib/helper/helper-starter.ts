/** Starts helper containers: finds their image, asks for what they need, learns what this Docker engine knows. */
import type { HelperNeeds } from '../capture/engine.ts'
import type { Target } from '../contract/target.ts'
import { isProblem, Problem } from '../errors.ts'
import {
  type DaemonFacts,
  type DockerHelpers,
  type HelperContainer,
  refusalOf,
} from '../host/docker/helper-container.ts'
import { captureLabel, helperLabel, ownerLabel, planHelper, untilLabel } from './plan-helper.ts'
import { takeStart } from '../profile/names/cut-text.ts'

/** A helper is removed so long after its capture must have ended, where no one else has done so. */
const helperSpareSeconds = 60
/** Characters of Docker's refusal of a helper that the failure repeats. */
const longestHelperRefusal = 500

export interface HelperWork {
  readonly needs: HelperNeeds
  /** null for one that looks at all. */
  readonly target: Target | null
  /** Names it. */
  readonly captureId: string
  /** null for one that stays as long as we do. */
  readonly maxSeconds: number | null
}

/**
 * Starts a helper. Throws: Problem `helper-image-missing`, `helper-refused`, `docker-unreachable`, `target-gone`; the
 * signal's reason.
 */
export type HelperStarter = (work: HelperWork, signal: AbortSignal) => Promise<HelperContainer>

export interface StarterOptions {
  readonly docker: DockerHelpers
  readonly image: string
  readonly owner: string
  readonly run: string
}

const noSuchCapability = /unknown capabilit|invalid CapAdd/i

export function createHelperStarter({ docker, image, owner, run }: StarterOptions): HelperStarter {
  let daemon: DaemonFacts | undefined
  // What an engine knows, only a try tells: Debian's 20.10 does not know what others of that version do.
  let knowsPerfmon = true

  return async function start(work, signal) {
    daemon ??= await docker.daemon()
    const until = work.maxSeconds === null ? 0 : Math.ceil(Date.now() / 1000) + work.maxSeconds + helperSpareSeconds
    const labels = {
      [helperLabel]: run,
      [ownerLabel]: owner,
      [untilLabel]: String(until),
      [captureLabel]: work.captureId,
    }
    const { needs, target, maxSeconds } = work
    const name = `hearth-${work.captureId}`
    const plan = () => planHelper({ image, needs, target, daemon: daemon!, knowsPerfmon, name, labels, maxSeconds })
    try {
      return await docker.start(plan(), signal)
    } catch (error) {
      const refusal = refusalOf(error)
      if (refusal !== null && noSuchCapability.test(refusal) && knowsPerfmon) {
        knowsPerfmon = false
        return start(work, signal)
      }
      throw await explain(error, refusal, target)
    }
  }

  async function explain(error: unknown, refusal: string | null, target: Target | null): Promise<unknown> {
    if (refusal === null || !isProblem(error)) return error
    if (/no such image/i.test(refusal)) return new Problem('helper-image-missing', { image }, { cause: error.cause })
    const container = target?.container
    if (container && (await docker.firstPid(container.id)) === null) {
      return new Problem('target-gone', { target: container.name }, { cause: error.cause })
    }
    return new Problem('helper-refused', { reason: takeStart(refusal, longestHelperRefusal) }, { cause: error.cause })
  }
}
