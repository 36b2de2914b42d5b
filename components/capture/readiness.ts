import type { Readiness } from '../../lib/contract/doctor.ts'
import type { Target } from '../../lib/contract/target.ts'
import type { Finding } from '../../lib/findings.ts'
import { engineIds } from '../../lib/contract/engines.ts'

/** Levels of readiness, the best first. */
export const levelOrder = { ready: 0, degraded: 1, blocked: 2 }
/** Levels of findings, the worst first. */
const findingOrder = { blocked: 0, degraded: 1, note: 2 }

export interface BestReadiness {
  /** Empty before the first check. */
  readonly engine: string
  readonly level: Readiness['level']
  /**
   * The title of the worst finding; `Not checked yet.` before the first check; empty when nothing stands in the way.
   */
  readonly reason: string
  /** Worst first. */
  readonly findings: readonly Finding[]
}

/**
 * The engine that can do most with this target, as far as Hearth can see from outside, and the findings that keep it
 * from doing everything.
 */
export function selectBestReadiness({ readiness }: Pick<Target, 'readiness'>): BestReadiness {
  const best = sortReadiness(readiness)[0]
  if (!best) return { engine: '', level: 'blocked', reason: 'Not checked yet.', findings: [] }
  return { engine: best.engine, level: best.level, reason: explainLevel(best), findings: sortFindings(best.findings) }
}

/** Sorts engines by their level, the best first; equal ones in the order in which Hearth prefers engines. */
export function sortReadiness(readiness: readonly Readiness[]): Readiness[] {
  const rank = ({ engine }: Readiness) => engineIds.indexOf(engine)
  return readiness.toSorted((a, b) => levelOrder[a.level] - levelOrder[b.level] || rank(a) - rank(b))
}

/** Sorts findings by their level, the worst first. */
export function sortFindings(findings: readonly Finding[]): Finding[] {
  return findings.toSorted((a, b) => findingOrder[a.level] - findingOrder[b.level])
}

/** Gives the deciding reason in a few words; empty when it is ready. */
export function explainLevel({ level, findings }: Pick<Readiness, 'level' | 'findings'>): string {
  return level === 'ready' ? '' : (sortFindings(findings)[0]?.title ?? '')
}
