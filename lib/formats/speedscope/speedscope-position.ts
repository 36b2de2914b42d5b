/** One frame of a speedscope file in our table of frames. */
import { type FrameKind, frameKinds } from '../../profile/model/profile.ts'
import type { ProfileBuilder } from '../../profile/model/profile-builder.ts'
import { readForeignFrame } from '../native/foreign-frame.ts'
import type { SpeedscopeFrame } from './speedscope-file.ts'
import { packTieredFrame, type TieredFrame } from '../reading/stack-collector.ts'

/** `isOwn`: in a file of ours the name, its kind and the raw name are as they were. */
export function toTieredFrame(found: SpeedscopeFrame, builder: ProfileBuilder, isOwn: boolean): TieredFrame {
  const { name, file = '', line = 0, kind, raw = name } = found
  if (isOwn && isKind(kind)) return packTieredFrame(builder.frame(name, kind, { raw, module: file }), 'unknown')
  const frame = readForeignFrame(name, file, '', line)
  return packTieredFrame(builder.frame(frame.name, frame.kind, frame), frame.tier)
}

const isKind = (kind: string | undefined): kind is FrameKind => frameKinds.some((one) => one === kind)
