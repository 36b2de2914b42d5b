import { loadPart } from '../../api/load-part.ts'
import { createLazyPart } from '../../lazy-part.tsx'
import type { ProfileSummary } from '../../../lib/contract/profile.ts'
import type { Baseline, ComparedExperiment, ComparisonViews } from '../shell/baseline.ts'
import { createProfileSource } from '../worker/load-profile.ts'

/**
 * A baseline whose encoded profile our own server has at `dataUrl`. `hasPages`: the user may open the pages of both
 * sides. `experiment`: where both sides are runs of it. Memoise it, since another `source` loads the profile anew.
 */
export function createBaseline(
  summary: ProfileSummary,
  dataUrl: string,
  hasPages: boolean,
  experiment: ComparedExperiment | null = null,
): Baseline {
  return { summary, source: createProfileSource(dataUrl), hasPages, experiment, views }
}

// One object for all, as a lazy component that is made anew would be mounted anew.
const views: ComparisonViews = {
  open: async () => (await loadPart(() => import('../diff/worker/comparison-client.ts'))).openComparisonClient,
  Bar: createLazyPart(async () => (await import('../diff/comparison-bar.tsx')).ComparisonBar),
  Diff: createLazyPart(async () => (await import('../diff/diff-view.tsx')).DiffView),
  Side: createLazyPart(async () => (await import('../diff/side-by-side/side-view.tsx')).SideView),
}
