import type { FrameKind } from '../../../lib/profile/profile.ts'

/** Kinds of frames as people call them. */
export const kindLabels: Record<FrameKind, string> = {
  java: 'Java',
  vm: 'JVM',
  native: 'native',
  kernel: 'kernel',
  unknown: 'unknown',
  thread: 'thread',
  folded: 'folded',
}
