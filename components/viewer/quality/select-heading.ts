import { findHeaviestNode } from '../tree/describe-frame.ts'
import type { ProfileFacts, TreeModel } from '../worker/tree-messages.ts'

export type HeadingFacts = Pick<ProfileFacts, 'hotMethod' | 'topClass' | 'idleShare'>

/**
 * Gives what the heading says: of what the filters leave, as the graph and the table do. Where that is too little for a
 * hot method, the one of the whole profile, of which the share then says that it is of all; none where it is hidden.
 */
export function selectHeading(model: TreeModel, facts: ProfileFacts): HeadingFacts {
  const { shownFacts } = model
  if (shownFacts === null) return facts
  const { hotMethod } = facts
  if (!shownFacts.hasFewSamples || hotMethod === null || findHeaviestNode(model, hotMethod.name) < 0) return shownFacts
  const { ofWeight } = hotMethod
  return { ...shownFacts, hotMethod: { ...hotMethod, ofWeight: { ...ofWeight, text: ofWeight.whole } } }
}
