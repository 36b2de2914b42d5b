import type { Profile } from '../model/profile.ts'

/** Weight of the samples that ended at each line, in columns. */
export interface LineWeights {
  /** The innermost Java method of those samples: row of the frame table. */
  readonly frame: Uint32Array
  /** Line in that method's source file, from 1. */
  readonly line: Uint32Array
  readonly weight: Float64Array
}

/** Null when no sample has a line. */
export function sumLines({ lines, samples }: Profile): LineWeights | null {
  if (!lines) return null
  const weight = new Float64Array(lines.length)
  lines.ofSample.forEach((row, sample) => {
    if (row >= 0) weight[row]! += samples.weight[sample]!
  })
  return { frame: lines.frame.slice(), line: lines.line.slice(), weight }
}

export interface HotLine {
  readonly line: number
  readonly weight: number
}

/** The lines of a method where most was sampled, the heaviest first. */
export function listHotLines({ frame, line, weight }: LineWeights, wanted: number, most: number): HotLine[] {
  const byLine = new Map<number, number>()
  // Two rows can be one line where filters made one frame of several.
  frame.forEach((row, at) => {
    if (row === wanted && weight[at]! > 0) byLine.set(line[at]!, (byLine.get(line[at]!) ?? 0) + weight[at]!)
  })
  const found = Array.from(byLine, ([number, sum]) => ({ line: number, weight: sum }))
  return found.sort((a, b) => b.weight - a.weight || a.line - b.line).slice(0, most)
}
