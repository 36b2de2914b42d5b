/** One cell of the doctor's matrix. */
import type { Finding, Readiness } from '../../contract.ts'

/** Its level is that of its worst finding. */
export function cellOf(
  where: Pick<Readiness, 'engine' | 'event' | 'vantage'>,
  findings: readonly Finding[],
): Readiness {
  const has = (level: Finding['level']) => findings.some((finding) => finding.level === level)
  const level = has('blocked') ? 'blocked' : has('degraded') ? 'degraded' : 'ready'
  return { ...where, level, findings: [...findings] }
}
