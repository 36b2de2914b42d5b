import { TriangleAlert } from 'lucide-react'
import type { QualityFinding } from '../../../lib/profile/quality/rated-finding.ts'

/** Takes the place of the hot method, which too few samples cannot name. `snug`: a variant of app/globals.css. */
export function FewSamples({ findings }: { findings: readonly QualityFinding[] }) {
  const few = findings.find(({ code }) => code === 'few-samples')
  if (!few) return null
  return (
    <p data-testid="few-samples" title={few.text} className="flex min-w-0 shrink-99 items-center gap-1.5 text-sm">
      <TriangleAlert size={14} aria-hidden className="shrink-0 text-warn" />
      <span className="truncate">
        Few samples.<span className="snug:sr-only"> {few.remedy}</span>
      </span>
    </p>
  )
}
