/** What the readers of all formats have in common: their options and result, frames with a name, and the end of an import. */
import type { CompileTier, FrameKind, Profile, ProfileWarning, Provenance, Unit } from '../../profile/model/profile.ts'
import type { ProfileBuilder } from '../../profile/model/profile-builder.ts'
import { eachLine, type OnLine } from './lines.ts'
import { countResolution, mergeProvenance } from './provenance.ts'
import { packTieredFrame, type StackCollector, type TieredFrame } from './stack-collector.ts'
import type { Warnings } from './warnings.ts'

export interface ImportOptions {
  /** Over what the file says of itself. */
  readonly provenance?: Partial<Provenance>
}

export interface Imported {
  readonly profile: Profile
  readonly warnings: ProfileWarning[]
}

/** A frame of a file in our spelling. */
export interface ReadFrame {
  readonly name: string
  readonly kind: FrameKind
  readonly raw: string
  readonly module: string
  readonly tier: CompileTier
  readonly isNamed: boolean
}

/** Adds frames to a profile and remembers which have a name. */
export function createFrameWriter(builder: ProfileBuilder) {
  const named = new Set<number>()
  const add = ({ name, kind, raw, module, tier, isNamed }: ReadFrame): TieredFrame => {
    const frame = builder.frame(name, kind, { raw, module })
    if (isNamed) named.add(frame)
    return packTieredFrame(frame, tier)
  }
  return {
    add,
    isNamed: (frame: number) => named.has(frame),
  }
}

/** Calls `onLine` for each line, and notes those that were too long. */
export async function readLines(chunks: AsyncIterable<Uint8Array>, warnings: Warnings, onLine: OnLine): Promise<void> {
  const { tooLong, firstTooLong } = await eachLine(chunks, onLine)
  warnings.add('lines-too-long', firstTooLong, tooLong)
}

export function warnAboutStacks(warnings: Warnings, stacks: Pick<StackCollector, 'cut' | 'empty'>): void {
  warnings.add('stacks-cut', 0, stacks.cut)
  warnings.add('samples-without-stack', 0, stacks.empty)
}

interface FinishedImport {
  readonly builder: ProfileBuilder
  readonly warnings: Warnings
  readonly unit: Unit
  /** What the file says of itself. */
  readonly described: Provenance
  readonly overrides: Partial<Provenance>
  /** To count how many frames have a name. */
  readonly isNamed?: (frame: number) => boolean
}

export function finishImport(finished: FinishedImport): Imported {
  const { builder, unit, described, overrides, isNamed } = finished
  const warnings = finished.warnings.list()
  const profile = builder.finish(unit, mergeProvenance(described, overrides, warnings))
  if (isNamed === undefined) return { profile, warnings }
  const resolution = countResolution(profile, isNamed)
  return { profile: { ...profile, provenance: { ...profile.provenance, resolution } }, warnings }
}
