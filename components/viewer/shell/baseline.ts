import type { ComponentType, LazyExoticComponent } from 'react'
import type { ProfileSummary } from '../../../lib/contract/profile.ts'
import type { ComparisonClient } from '../diff/worker/comparison-client.ts'
import type { Store } from '../../ui/store.ts'
import type { ExportSource } from '../export/export-source.ts'
import type { ProfileSource } from '../worker/tree-messages.ts'
import type { ProfileTreeState } from '../state/use-profile-tree.ts'
import type { ViewerInput } from '../state/use-viewer.ts'
import type { Viewing } from '../state/view-store.ts'

/** The profile that another one is set against: the `before` of a comparison. */
export interface Baseline {
  readonly summary: ProfileSummary
  /** Where its encoded profile is; the same object as long as it is the same profile. */
  readonly source: ProfileSource
  /** Whoever sees it may open the pages of both sides. */
  readonly hasPages: boolean
  /** How two are shown: scripts that a page without a baseline never loads. */
  readonly views: ComparisonViews
}

export interface ComparisonViews {
  readonly open: () => Promise<(after: ProfileSource, before: ProfileSource) => ComparisonClient>
  readonly Bar: Lazy<ComparisonBarProps>
  /** One graph of both. */
  readonly Diff: Lazy<DiffViewProps>
  /** Two graphs. */
  readonly Side: Lazy<DiffViewProps>
}

type Lazy<Props> = LazyExoticComponent<ComponentType<Props>>

export interface ComparisonBarProps {
  readonly summary: ProfileSummary
  readonly baseline: Baseline
  readonly viewing: Viewing
}

export interface DiffViewProps extends ViewerInput {
  /** Without a baseline in its tree where there are two graphs. */
  readonly profile: ProfileTreeState
  /** Filled with what gives the picture on the screen. */
  readonly exportSource: Store<() => ExportSource | null>
  readonly summary: ProfileSummary
  readonly baseline: Baseline
}
