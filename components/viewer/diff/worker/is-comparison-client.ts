import type { ComparisonClient } from './comparison-client.ts'
import type { TreeClient } from '../../worker/tree-client.ts'

/** Apart from the client itself, whose program a page without a baseline does not load. */
export function isComparisonClient(client: TreeClient): client is ComparisonClient {
  return 'testSignificance' in client
}
