const width = 60
const height = 16

/** Weight over time as small bars. `most` is what reaches the top, so that lines can be compared. */
export function SparkBars({ bins, most }: { bins: readonly number[]; most: number }) {
  if (bins.length === 0 || !(most > 0)) return null
  const step = width / bins.length
  const bars = bins.map((weight, bin) => {
    // What is there at all can be seen.
    const tall = weight > 0 ? Math.max(1, Math.min(1, weight / most) * height) : 0
    return tall === 0
      ? ''
      : `M${(bin * step).toFixed(2)} ${height}v${(-tall).toFixed(2)}h${step.toFixed(2)}v${tall.toFixed(2)}z`
  })
  return (
    <svg width={width} height={height} aria-hidden className="shrink-0 text-spark">
      <line x1="0" x2={width} y1={height - 0.5} y2={height - 0.5} className="stroke-line" />
      <path d={bars.join('')} fill="currentColor" />
    </svg>
  )
}
