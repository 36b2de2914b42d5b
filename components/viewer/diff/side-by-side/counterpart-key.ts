import { comparableName } from '../../../../lib/profile/comparable-names.ts'
import { frameKinds } from '../../../../lib/profile/profile.ts'
import type { FrameKey } from './counterparts.ts'

/** For recordings of different engines or JDKs: names as any of them would write it, and kinds no finer than all of them tell. */
export const looseKey: FrameKey = (name, kind) => {
  const frameKind = frameKinds[kind]!
  const isJava = frameKind === 'java'
  const coarse = isJava || frameKind === 'thread' || frameKind === 'folded' ? frameKind : 'native'
  return `${coarse} ${comparableName(name, frameKind)}`
}
