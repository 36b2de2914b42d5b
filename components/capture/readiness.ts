import { type Finding, type Readiness, type Target } from '../../lib/contract.ts'

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

/** The engine that gets furthest with this target, and what keeps it from all. */
export function bestReadiness({ readiness }: Pick<Target, 'readiness'>): BestReadiness {
  const best = readiness.toSorted((a, b) => order[a.level] - order[b.level])[0]
  if (!best) return { engine: '', level: 'blocked', why: 'No engine has looked at it yet.', findings: [] }
  const findings = best.findings.toSorted((a, b) => findingOrder[a.level] - findingOrder[b.level])
  return {
    engine: best.engine,
    level: best.level,
    why: best.level === 'ready' ? '' : (findings[0]?.title ?? ''),
    findings,
  }
}
