/**
 * A speedscope file, and ours inside it, read as a stream: stacks become rows of one table while they come, and of each
 * sample a few numbers are kept.
 *
 * Source: file-format-schema.json of speedscope 1.25; unknown keys are allowed there and passed over by speedscope.
 */
import { PairTable } from '../../profile/model/pair-table.ts'
import { type JsonEnd, type JsonShape, parseJsonStream } from '../json/json-stream.ts'
import { isRecord, numberOr, textOr } from '../json/json-values.ts'
import { type SampleColumns, createSampleColumns } from '../../profile/model/sample-columns.ts'
import { mostSamples } from '../reading/import.ts'
import { type EventListeners, type ProfileSamples, profileShape } from './speedscope-samples.ts'
import { type FrameKind, frameKinds } from '../../profile/model/profile.ts'
import type { ProfileBuilder } from '../../profile/model/profile-builder.ts'
import { readForeignFrame } from '../native/foreign-frame.ts'
import { packTieredFrame, type TieredFrame } from '../reading/stack-collector.ts'

/**
 * One frame of a speedscope file in our table of frames. `isOwn`: in a file of ours the name, its kind and the raw name
 * are as they were.
 */
export function toTieredFrame(found: SpeedscopeFrame, builder: ProfileBuilder, isOwn: boolean): TieredFrame {
  const { name, file = '', line = 0, kind, raw = name } = found
  if (isOwn && isKind(kind)) return packTieredFrame(builder.frame(name, kind, { raw, module: file }), 'unknown')
  const frame = readForeignFrame(name, file, '', line)
  return packTieredFrame(builder.frame(frame.name, frame.kind, frame), frame.tier)
}

const isKind = (kind: string | undefined): kind is FrameKind => frameKinds.some((one) => one === kind)

export const speedscopeSchema = 'https://www.speedscope.app/file-format-schema.json'

export interface SpeedscopeFrame {
  readonly name: string
  /** Source file; our own export puts the module here. */
  readonly file?: string
  /** From 1; where the function begins, or for some writers where it was. */
  readonly line?: number
  /** Ours: the kind, and the raw name where it differs. */
  readonly kind?: string
  readonly raw?: string
}

export interface SpeedscopeFile {
  readonly frames: readonly SpeedscopeFrame[]
  readonly profiles: readonly ProfileSamples[]
  /** Rows of (row of the caller or -1, index into frames or -1). */
  readonly stacks: PairTable
  /** Samples of all profiles that are not ours. */
  readonly samples: SampleColumns
  readonly activeProfileIndex: number
  readonly exporter: string
  /** Our own export's metadata, not yet checked. */
  readonly hearth: unknown
  /** Whether it has the two lists that make it a file of speedscope. */
  readonly isSpeedscope: boolean
  readonly end: JsonEnd
}

/** Bytes of what Hearth wrote of a profile into a speedscope file; more is passed over. */
const maxMetadataBytes = 2 ** 26

export async function readSpeedscopeFile(
  chunks: AsyncIterable<Uint8Array>,
  onEvents: EventListeners,
): Promise<SpeedscopeFile> {
  const frames: SpeedscopeFrame[] = []
  const profiles: ProfileSamples[] = []
  const stacks = new PairTable(1024)
  const samples = createSampleColumns(mostSamples)
  const lists = new Set<string>()
  const root = { activeProfileIndex: 0, exporter: '', hearth: undefined as unknown }
  const listOf = (name: string, item: () => JsonShape): JsonShape => {
    let isOther = false
    return { items: item, value: () => (isOther = true), done: () => isOther || lists.add(name) }
  }
  const members: Readonly<Record<string, () => JsonShape>> = {
    shared: () => ({
      members: (key) =>
        key === 'frames' ? listOf(key, () => ({ value: (frame) => frames.push(readFrame(frame)) })) : null,
    }),
    profiles: () => {
      // The list is known by its first profile, so that of a file that is cut its samples count.
      let index = 0
      const into = { stacks, columns: samples, isOwn: () => root.hearth !== undefined }
      return listOf('profiles', () => {
        lists.add('profiles')
        return profileShape(into, index++, (profile) => profiles.push(profile), onEvents)
      })
    },
    activeProfileIndex: () => ({ value: (value) => (root.activeProfileIndex = numberOr(value, 0)) }),
    exporter: () => ({ value: (value) => (root.exporter = textOr(value, '')) }),
    hearth: () => ({ value: (value) => (root.hearth = value), maxBytes: maxMetadataBytes }),
  }
  const end = await parseJsonStream(chunks, {
    members: (key) => (Object.hasOwn(members, key) ? members[key]!() : null),
  })
  return { ...root, frames, profiles, stacks, samples, isSpeedscope: lists.has('frames') && lists.has('profiles'), end }
}

function readFrame(value: unknown): SpeedscopeFrame {
  const { name, file, line, kind, raw } = isRecord(value) ? value : {}
  return {
    name: textOr(name, ''),
    ...(typeof file === 'string' && { file }),
    ...(typeof line === 'number' && { line }),
    ...(typeof kind === 'string' && { kind }),
    ...(typeof raw === 'string' && { raw }),
  }
}
