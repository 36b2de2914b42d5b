import type { Profile } from '../model/profile.ts'
import { fileOfUnnamed } from '../names/unknown-names.ts'
import { type FlaggedStacks, stackFlags } from './stack-flags.ts'

/** Weight by the defect of its stack. */
export interface DefectWeights {
  total: number
  unknown: number
  unknownJava: number
  unknownKernel: number
  broken: number
  /** Broken stacks that begin in Java or in the JVM's own stubs, and those that are kernel frames only. */
  brokenJava: number
  brokenKernel: number
  /** Broken ones that async-profiler could not unwind to their root, which are none of the others. */
  brokenUnwind: number
  /** Broken ones by the library they begin in, and those whose leaf has no name by the library it is in. */
  readonly brokenByModule: Map<string, number>
  readonly unnamedLeafByModule: Map<string, number>
  empty: number
  cut: number
  sound: number
}

/** Sums over all samples, by the flags of their stacks. */
export function weighDefects(
  { samples, stacks, frames, strings }: Profile,
  { flags, rootFrame }: FlaggedStacks,
): DefectWeights {
  const weights: DefectWeights = {
    ...{
      total: 0,
      unknown: 0,
      unknownJava: 0,
      unknownKernel: 0,
      broken: 0,
      brokenJava: 0,
      brokenKernel: 0,
      brokenUnwind: 0,
    },
    ...{ brokenByModule: new Map(), unnamedLeafByModule: new Map(), empty: 0, cut: 0, sound: 0 },
  }
  const bad = stackFlags.unknown | stackFlags.broken | stackFlags.cut
  const moduleOf = (frame: number) => strings[frames.module[frame]!]! || fileOfUnnamed(strings[frames.name[frame]!]!)
  // Weight by row first: a profile has far fewer stacks than samples.
  const byStack = new Float64Array(stacks.length)
  for (let sample = 0; sample < samples.length; sample++) {
    const weight = samples.weight[sample]!
    weights.total += weight
    if (samples.stack[sample]! >= 0) byStack[samples.stack[sample]!]! += weight
    else weights.empty += weight
  }
  for (let stack = 0; stack < stacks.length; stack++) {
    const weight = byStack[stack]!
    if (weight === 0) continue
    const is = flags[stack]!
    if ((is & bad) === 0 && is & stackFlags.named) weights.sound += weight
    if (is & stackFlags.unknown) weights.unknown += weight
    if (is & stackFlags.unknownJava) weights.unknownJava += weight
    if (is & stackFlags.unknownKernel) weights.unknownKernel += weight
    const leafModule = moduleOf(stacks.frame[stack]!)
    if (is & stackFlags.unnamedLeaf && leafModule !== '') addTo(weights.unnamedLeafByModule, leafModule, weight)
    if (is & stackFlags.cut) weights.cut += weight
    else if (is & stackFlags.broken) {
      const root = rootFrame[stack]!
      weights.broken += weight
      if (is & stackFlags.unwindFailed) weights.brokenUnwind += weight
      else if (is & stackFlags.kernelOnly) weights.brokenKernel += weight
      else if (is & stackFlags.javaRoot) weights.brokenJava += weight
      else addTo(weights.brokenByModule, moduleOf(root), weight)
    }
  }
  return weights
}

function addTo(sums: Map<string, number>, key: string, weight: number): void {
  sums.set(key, (sums.get(key) ?? 0) + weight)
}
