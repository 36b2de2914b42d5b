/** One capture from its first check to its end: by the best way there is, and by the next one when that fails. */
import { addNotRemoved, beginChecking, fallBack, isEngineFault } from '../../contract/capture-state.ts'
import { choosePlans, type PlanChoice } from '../../capture/doctor/chooser.ts'
import type { Doctor } from '../../capture/doctor/doctor.ts'
import type { CaptureEngine } from '../../capture/engine.ts'
import type { SharedJvmSession } from '../../capture/jvm/shared-session.ts'
import { runAllCleanup } from '../../capture/cleanup-records.ts'
import type { Capture } from '../../contract/capture.ts'
import type { Plan } from '../../contract/doctor.ts'
import { getEngineLabel } from '../../contract/engines.ts'
import type { Target } from '../../contract/target.ts'
import { isProblem, Problem, unlessProblem } from '../../errors.ts'
import type { Provenance } from '../../profile/model/profile.ts'
import type { ContainerEndWatch } from './container-end.ts'
import { followPlan, type FollowPlanOptions } from './run-plan.ts'
import { cancelledByPerson, type Job, type UpdateJob } from './job.ts'

export interface RunCaptureOptions extends FollowPlanOptions {
  readonly engines: readonly CaptureEngine[]
  readonly doctor: Pick<Doctor, 'examine'>
  readonly findTarget: (targetId: string) => Target | undefined
  readonly openSharedSession: (target: Target) => SharedJvmSession
  readonly watchContainerEnd: (target: Target) => ContainerEndWatch
  /** An engine was tried: `problem` is why it failed, null when it recorded. */
  readonly noteTried: (target: Target, engine: Plan['engine'], problem: Problem | null) => void
  /** Gets what is no Problem but a bug. */
  readonly report: (error: unknown) => void
}

/**
 * Takes a capture. What it made in the container is gone in every case. Throws: Problem; the reason of the job's signal
 * when it aborts.
 */
export async function runCapture(job: Job, update: UpdateJob, options: RunCaptureOptions): Promise<void> {
  const { request } = job.capture
  const { signal } = job.abort
  await Promise.resolve() // the caller sees it queued first
  signal.throwIfAborted()
  update(job, beginChecking(job.capture, Date.now()))
  using containerEnd = options.watchContainerEnd(findTarget())
  const jvm = options.openSharedSession(findTarget())
  try {
    // In the journal before an engine asks: what asking may leave at the JVM.
    update(job, job.capture, jvm.cleanup)
    const choice = await choose()
    for (const [index, plan] of choice.plans.entries()) {
      const problem = await tryPlan(plan, choice, index === choice.plans.length - 1)
      if (problem === null) return
      update(job, fallBack(job.capture, problem.toJSON(), Date.now()), jvm.cleanup)
    }
    throw new Problem('no-engine', { reasons: `There is no ${getEngineLabel(request.engine)} here.`, able: [] })
  } catch (error) {
    throw await explainWithContainer(error)
  } finally {
    await jvm.release()
  }

  /** When and how its container ended says more than that the JVM is gone. */
  async function explainWithContainer(error: unknown): Promise<unknown> {
    if (!isProblem(error) || error.code !== 'target-gone' || signal.aborted) return error
    const recorded = computeRecordedMs(job.capture, Date.now())
    const end = await containerEnd.find()
    const target = job.capture.target.containerName ?? job.capture.target.service
    const afterMs = recorded === null ? {} : { afterMs: recorded }
    if (end?.isRemoved === true) return new Problem('container-removed', { target, ...afterMs }, { cause: error })
    return recorded === null
      ? error
      : new Problem('target-gone', { target, ...afterMs, end: end?.text }, { cause: error })
  }

  function findTarget(): Target {
    const target = options.findTarget(request.targetId)
    if (target === undefined) throw new Problem('target-gone', { target: job.capture.target.service })
    return target
  }

  async function choose(): Promise<PlanChoice> {
    const candidates = options.engines.filter(({ id }) => request.engine === 'auto' || request.engine === id)
    // Then there is one plan, and the doctor is not asked.
    const isNamed = request.engine !== 'auto' && request.vantage !== 'auto'
    const cells = isNamed ? [] : await options.doctor.examine(findTarget(), candidates)
    signal.throwIfAborted() // not before every engine has released the JVM
    return choosePlans(cells, request, options.engines)
  }

  /** null when all went well; else why this way failed and another one is to be tried. */
  async function tryPlan(plan: Plan, choice: PlanChoice, isLast: boolean): Promise<Problem | null> {
    try {
      const engine = options.engines.find(({ id }) => id === plan.engine)!
      const enginesNotUsed = withFailures(choice.enginesNotUsed(plan), job.capture, options.engines)
      await followPlan({ job, plan, engine, target: findTarget(), jvm, containerEnd, enginesNotUsed }, update, options)
      noteTried(plan, null)
      return null
    } catch (error) {
      if (isProblem(error)) noteTried(plan, error)
      const problem = problemOf(error)
      if (problem === null || isLast) throw error
      options.lateFiles.add(job.cleanup)
      // The engine has removed what it made; what it could not is tried once more.
      const left = await runAllCleanup(
        job.cleanup.filter((record) => !jvm.cleanup.includes(record)),
        options.report,
      )
      update(job, addNotRemoved(job.capture, left))
      return problem
    }
  }

  function noteTried({ engine }: Plan, problem: Problem | null): void {
    const target = options.findTarget(request.targetId)
    if (target === undefined) return // it has ended meanwhile
    unlessProblem(() => options.noteTried(target, engine, problem), undefined) // a full disk costs no capture
  }

  /** Why another way is worth a try; null when none is. */
  function problemOf(error: unknown): Problem | null {
    // A person who said "enough" does not want it all over again.
    if (signal.aborted || job.save.signal.aborted || job.capture.state === 'saving') return null
    if (isProblem(error)) return isEngineFault(error.code) ? error : null
    options.report(error)
    return brokenProblem(job.capture, error)
  }
}

/** Gives how long the last recording of a capture took, or has taken by `now` (Unix ms); null before it began. */
function computeRecordedMs({ phases }: Capture, now: number): number | null {
  const index = phases.findLastIndex(({ state }) => state === 'recording')
  return index < 0 ? null : (phases[index + 1]?.at ?? now) - phases[index]!.at
}

/** Gives the end of a capture that threw. `isClean`: nothing of it is left in the container or on the host. */
export function classifyEnd(job: Job, error: unknown, isClean: boolean): 'cancelled' | Problem {
  const phase = job.capture.state
  if (job.abort.signal.aborted) {
    const isCancelled = job.abort.signal.reason === cancelledByPerson
    return isCancelled ? 'cancelled' : new Problem('capture-interrupted', { phase, isClean })
  }
  return isProblem(error) ? error : brokenProblem(job.capture, error)
}

function brokenProblem({ state: phase }: Capture, error: unknown): Problem {
  return new Problem('capture-broken', { phase, reason: error instanceof Error ? error.message : String(error) })
}

/** What the doctor thought of an engine matters less than what happened when it was tried. */
function withFailures(
  notUsed: Provenance['enginesNotUsed'],
  { fallbacks }: Capture,
  engines: readonly CaptureEngine[],
): Provenance['enginesNotUsed'] {
  return notUsed.map(({ engine: title, reason }) => {
    const engine = engines.find((engine) => engine.title === title)
    const failed = fallbacks.find((fallback) => fallback.engine === engine?.id)
    return { engine: title, reason: failed ? `It was tried and failed: ${failed.problem.title}` : reason }
  })
}
