import type { Readiness, Target } from '../../lib/contract.ts'
import type { Finding } from '../../lib/findings.ts'
import { engineIds } from '../../lib/contract/engines.ts'

const order = { ready: 0, degraded: 1, blocked: 2 }
const findingOrder = { blocked: 0, degraded: 1, note: 2 }

export interface BestReadiness {
  readonly engine: string
  readonly level: Readiness['level']
  /** The finding that decided, in its own words; empty when nothing stands in the way. */
  readonly why: string
  /** Worst first. */
  readonly findings: readonly Finding[]
}

/** The engine that gets furthest with this target, by a look from outside, and what keeps it from all. */
export function bestReadiness({ readiness }: Pick<Target, 'readiness'>): BestReadiness {
  const best = inOrder(readiness)[0]
  if (!best) return { engine: '', level: 'blocked', why: 'No engine has looked at it yet.', findings: [] }
  return { engine: best.engine, level: best.level, why: whyOf(best), findings: worstFirst(best.findings) }
}

/** Best first; among equals in the order in which Hearth prefers them. */
export function inOrder(readiness: readonly Readiness[]): Readiness[] {
  const rank = ({ engine }: Readiness) => engineIds.indexOf(engine)
  return readiness.toSorted((a, b) => order[a.level] - order[b.level] || rank(a) - rank(b))
}

export function worstFirst(findings: readonly Finding[]): Finding[] {
  return findings.toSorted((a, b) => findingOrder[a.level] - findingOrder[b.level])
}

/** What decided, in a few words; empty when it is ready. */
export function whyOf({ level, findings }: Pick<Readiness, 'level' | 'findings'>): string {
  return level === 'ready' ? '' : (worstFirst(findings)[0]?.title ?? '')
}
