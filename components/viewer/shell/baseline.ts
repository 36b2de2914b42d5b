import type { ComponentType } from 'react'
import type { ProfileSummary } from '../../../lib/contract/profile.ts'
import type { ComparisonClient } from '../diff/worker/comparison-client.ts'
import type { ProfileSource } from '../worker/tree-messages.ts'
import type { Viewing } from '../view/view-store.ts'
import type { GraphViewProps } from './graph-view.tsx'

/** The profile that another one is set against: the `before` of a comparison. */
export interface Baseline {
  readonly summary: ProfileSummary
  /** Where its encoded profile is; the same object as long as it is the same profile. */
  readonly source: ProfileSource
  /** The user may open the pages of both sides. */
  readonly hasPages: boolean
  /** Where the two sides are runs of two configurations of one experiment. */
  readonly experiment: ComparedExperiment | null
  /** How two are shown: scripts that a page without a baseline never loads. */
  readonly views: ComparisonViews
}

export interface ComparedExperiment {
  readonly id: string
  /** Numbers of the two configurations. */
  readonly before: number
  readonly after: number
}

export interface ComparisonViews {
  /**
   * Loads the script of comparisons. What it gives opens both profiles in a worker, which runs until the client that it
   * returns is closed.
   */
  readonly open: () => Promise<(after: ProfileSource, before: ProfileSource) => ComparisonClient>
  readonly Bar: ComponentType<ComparisonBarProps>
  /** One graph of both. */
  readonly Diff: ComponentType<DiffViewProps>
  /** Two graphs. */
  readonly Side: ComponentType<DiffViewProps>
}

export interface ComparisonBarProps {
  readonly summary: ProfileSummary
  readonly baseline: Baseline
  readonly viewing: Viewing
}

/**
 * `profile` (of GraphViewProps) is opened with the tree of both for `Diff`, and alone for `Side`, which opens the
 * baseline by itself.
 */
export interface DiffViewProps extends GraphViewProps {
  readonly summary: ProfileSummary
  readonly baseline: Baseline
}
