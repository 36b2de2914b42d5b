'use client'
import { useEffect, useMemo, useReducer } from 'react'
import { startTreeWorker } from '../worker/start-tree-worker.ts'
import { openTreeClient, type TreeClient } from '../worker/tree-client.ts'
import type {
  TreeModel,
  ProfileBasics,
  ProfileFacts,
  ProfileSource,
  TreeOptions,
  ComparisonOptions,
} from '../worker/tree-messages.ts'
import { useResponse } from '../worker/use-response.ts'
import { listViewFilters, type StackView, type ViewState } from '../../../lib/profile/view/view.ts'

/** A zoom makes a new view, but must not make a new tree. */
export function useTreeOptions(view: ViewState, isDiff: boolean): TreeOptions {
  const { sort, comparison } = view
  const { width, scale, requests, baselineFilters } = comparison
  const filters = useViewFilters(view)
  // Wishes are compared as text: colours belong to the comparison too, and make no other tree.
  const wishes = isDiff
    ? JSON.stringify({
        width,
        scale,
        requests,
        baselineFilters: listViewFilters({ ...view, filters: baselineFilters ?? view.filters }),
      } satisfies ComparisonOptions)
    : null
  return useMemo(
    () => ({
      filters,
      sort,
      ...(wishes === null ? {} : { comparison: JSON.parse(wishes) as ComparisonOptions }),
    }),
    [filters, sort, wishes],
  )
}

/** Gives the same list as long as it says the same: a tab or a zoom must not make it anew. */
export function useViewFilters(view: StackView): TreeOptions['filters'] {
  const text = JSON.stringify(listViewFilters(view))
  return useMemo(() => JSON.parse(text) as TreeOptions['filters'], [text])
}

export interface ProfileTreeState {
  /** To ask for more about the profile. */
  readonly client: TreeClient | null
  readonly basics: ProfileBasics | null
  /** Come after the first tree. */
  readonly facts: ProfileFacts | null
  /** The newest tree; stays while the next one is being built. */
  readonly model: TreeModel | null
  readonly isBuilding: boolean
  /** The tree or the facts are on their way. */
  readonly isBusy: boolean
  /** Why there is no tree. */
  readonly problem: Error | null
}

/** A profile whose first tree is here. */
export interface OpenedProfile extends ProfileTreeState {
  readonly client: TreeClient
  readonly basics: ProfileBasics
  readonly model: TreeModel
}

export function isOpened(profile: ProfileTreeState): profile is OpenedProfile {
  return profile.client !== null && profile.basics !== null && profile.model !== null
}

/** Options that a profile is opened with, by a client whose script has to be loaded first. */
export interface BaselineSource {
  readonly source: ProfileSource
  readonly views: { readonly open: () => Promise<OpenBoth> }
}

type OpenBoth = (after: ProfileSource, before: ProfileSource) => TreeClient

/**
 * Opens a profile in a worker, with a baseline if its trees shall be of both, and keeps its tree true to the order;
 * memoise all.
 */
export function useProfileTree(
  source: ProfileSource,
  options: TreeOptions,
  baseline: BaselineSource | null = null,
): ProfileTreeState {
  const script = useResponse(baseline?.views.open ?? null)
  const client = useTreeClient(source, baseline, script.current)
  const opened = useResponse(useMemo(() => client && (() => client.opened), [client]))
  const built = useResponse(useMemo(() => client && (() => client.build(options)), [client, options]))
  const isFirstTreeShown = built.value !== null
  // After the first tree: to look at everything takes a while, and the graph need not wait for it.
  const described = useResponse(
    useMemo(() => (isFirstTreeShown && client ? () => client.describe() : null), [client, isFirstTreeShown]),
  )
  return {
    client,
    basics: opened.value,
    facts: described.value,
    model: built.value,
    isBuilding: built.isWaiting,
    isBusy: built.isWaiting || described.isWaiting,
    problem: script.problem ?? opened.problem ?? built.problem,
  }
}

/** Started with this script, to be ready when the page is alive; a comparison in one graph has a worker of its own. */
let spareWorker = startSpareWorker()

function startSpareWorker(): Worker | undefined {
  if (typeof window === 'undefined' || new URLSearchParams(location.search).has('baseline')) return
  const worker = startTreeWorker()
  // The next one fails where its client hears of it.
  worker.onerror = () => (spareWorker = undefined)
  return worker
}

function takeSpareWorker(): Worker | undefined {
  const worker = spareWorker
  spareWorker = undefined
  return worker
}

/**
 * Lives in the browser only: null on the server, before the page is alive, and with a baseline until its script has
 * given `openBoth`.
 */
function useTreeClient(
  source: ProfileSource,
  baseline: BaselineSource | null,
  openBoth: OpenBoth | null,
): TreeClient | null {
  const [client, setClient] = useReducer((_: TreeClient | null, next: TreeClient | null) => next, null)
  useEffect(() => {
    const spare = takeSpareWorker()
    if (baseline) spare?.terminate()
    if (baseline && !openBoth) return
    const opened =
      baseline && openBoth ? openBoth(source, baseline.source) : openTreeClient(spare ?? startTreeWorker(), source)
    setClient(opened)
    return () => {
      setClient(null)
      opened.close()
    }
  }, [source, baseline, openBoth])
  return client
}
