import type { CallTree } from '../../../lib/profile/call-tree.ts'
import type { FrameNames } from './tree-messages.ts'

/** A tree and what its frames are called. */
export type NamedTree = FrameNames & { readonly tree: CallTree }
