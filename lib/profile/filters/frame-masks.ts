import { collapsedSuffix } from '../names/base-frames.ts'
import { isInPackage, isJavaFrame } from '../names/java-package.ts'
import { kindOfFrame, nameOfFrame, type Profile, type NamedFrames } from '../model/profile.ts'

/** A byte a frame, 1 for those that a filter is about. */
export type FrameMask = Uint8Array

/** Marks frames of this canonical name, of any kind. */
export function framesNamed({ frames, strings }: NamedFrames, name: string): FrameMask {
  return Uint8Array.from(frames.name, (index) => Number(strings[index] === name))
}

/** Frames from this library or file; none for the empty name, which means "not known". */
export function framesOfModule({ frames, strings }: NamedFrames, name: string): FrameMask {
  return Uint8Array.from(frames.module, (index) => Number(name !== '' && strings[index] === name))
}

/** Java methods of these packages and of packages below them. */
export function framesOfPackages(profile: NamedFrames, packages: readonly string[]): FrameMask {
  return maskOfJava(profile, (name) => packages.some((prefix) => isInPackage(name, prefix)))
}

/**
 * All but the Java methods of these packages, the boxes that replace some of them, and threads; none where no package
 * was chosen.
 */
export function framesOutsidePackages(profile: NamedFrames, packages: readonly string[]): FrameMask {
  if (packages.length === 0) return new Uint8Array(profile.frames.length)
  const isOwn = framesOfPackages(profile, packages)
  return isOwn.map((own, frame) => {
    const kind = kindOfFrame(profile, frame)
    const isOwnBox = kind === 'folded' && isBoxOf(nameOfFrame(profile, frame), packages)
    return Number(own === 0 && kind !== 'thread' && !isOwnBox)
  })
}

function isBoxOf(title: string, packages: readonly string[]): boolean {
  const name = title.endsWith(collapsedSuffix) ? title.slice(0, -collapsedSuffix.length) : ''
  return packages.some((prefix) => name === prefix || isInPackage(name, prefix))
}

/** 1 for each stack with such a frame anywhere in it. */
export function stacksHolding({ stacks }: Profile, isWanted: FrameMask): Uint8Array {
  const holds = new Uint8Array(stacks.length)
  for (let stack = 0; stack < stacks.length; stack++) {
    const parent = stacks.parent[stack]!
    if (isWanted[stacks.frame[stack]!] === 1 || (parent >= 0 && holds[parent] === 1)) holds[stack] = 1
  }
  return holds
}

function maskOfJava(profile: NamedFrames, isWanted: (name: string) => boolean): FrameMask {
  const { frames, strings } = profile
  return Uint8Array.from(frames.name, (index, frame) =>
    Number(isWanted(strings[index]!) && isJavaFrame(profile, frame)),
  )
}
