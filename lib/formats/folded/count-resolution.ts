import { frameKinds, type Profile, type Provenance } from '../../profile/model/profile.ts'

/**
 * How many frames of each kind the samples passed through, and how many of them had a name: counted per sample, so a
 * stack met a thousand times counts a thousand times.
 */
export function countResolution(
  { frames, stacks, samples }: Profile,
  isNamed: (frame: number) => boolean,
): Provenance['resolution'] {
  const passes = samplesThrough(stacks.parent, samples.stack)
  const byKind = frameKinds.map(() => ({ frames: 0, named: 0 }))
  for (let row = 0; row < stacks.length; row++) {
    const frame = stacks.frame[row]!
    const counts = byKind[frames.kind[frame]!]!
    counts.frames += passes[row]!
    if (isNamed(frame)) counts.named += passes[row]!
  }
  return Object.fromEntries(
    frameKinds.map((kind, index) => [kind, byKind[index]!] as const).filter(([, n]) => n.frames),
  )
}

/** A parent stands before its children, so one loop from the end adds every row up into its callers. */
function samplesThrough(parent: Int32Array, sampleStacks: Int32Array): Float64Array {
  const passes = new Float64Array(parent.length)
  for (const row of sampleStacks) if (row >= 0) passes[row]!++
  for (let row = parent.length - 1; row >= 0; row--) {
    if (parent[row]! >= 0) passes[parent[row]!]! += passes[row]!
  }
  return passes
}
