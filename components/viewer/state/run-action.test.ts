import { expect, it } from 'vitest'
import { buildCallTree } from '../../../lib/profile/tree/call-tree.ts'
import { createProfileBuilder } from '../../../lib/profile/model/profile-builder.ts'
import { emptyProvenance } from '../../../lib/profile/model/profile.ts'
import { viewFromQuery } from '../../../lib/profile/view/view-query.ts'
import { formatNoteFrame, type NoteAnchor } from '../notes/use-notes.ts'
import { runAction } from './run-action.ts'
import type { Viewer } from './use-viewer.ts'

it('the key of a note writes on a frame without a name, and on the root, under the name that the graph shows', () => {
  const builder = createProfileBuilder()
  builder.sample(builder.stack(-1, builder.frame('', 'java')), builder.thread('main'), 0, 1)
  const profile = builder.finish('samples', emptyProvenance('perf'))
  const written: NoteAnchor[] = []
  const viewer = {
    model: { ...profile, tree: buildCallTree(profile) },
    notes: { canWrite: true, write: (anchor: NoteAnchor) => written.push(anchor) },
    viewing: { view: viewFromQuery(new URLSearchParams()) },
  } as unknown as Viewer
  for (const node of [0, 1]) runAction(viewer, 'note', node)
  expect(written.map(formatNoteFrame)).toEqual(['all', '(empty name)'])
})
