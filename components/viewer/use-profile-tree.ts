'use client'
import { useEffect, useReducer, useRef } from 'react'
import { type ProblemData, problemFromData } from '../../lib/errors.ts'
import { type Filter } from '../../lib/profile/filters.ts'
import {
  type BuiltTree,
  type Failure,
  type Legends,
  type FrameNames,
  type PackedNames,
  type ProfileFacts,
  type TreeReply,
  type TreeRequest,
} from './tree-messages.ts'

export interface DrawnTree extends FrameNames, Pick<BuiltTree, 'tree' | 'starts' | 'warnings'> {}

export interface SearchResult {
  /** 1 for each frame that matches. */
  readonly frameMatches: Uint8Array
  /** The tree whose frames these are. */
  readonly drawn: DrawnTree
}

export interface ProfileTree {
  readonly facts: ProfileFacts | null
  /** The newest tree; stays while the next one is being built. */
  readonly drawn: DrawnTree | null
  /** Of the newest tree, or of the one before while they are being counted. */
  readonly legends: Legends | null
  readonly isBuilding: boolean
  /** Why there is no tree. */
  readonly problem: Error | null
  readonly found: SearchResult | null
  readonly isSearching: boolean
  readonly searchProblem: Error | null
}

const nothing: ProfileTree = {
  facts: null,
  drawn: null,
  legends: null,
  isBuilding: true,
  problem: null,
  found: null,
  isSearching: false,
  searchProblem: null,
}

/** Opens the profile at `url` in a worker, and keeps its tree and search result true to the filters and the text. */
export function useProfileTree(
  url: string,
  filters: readonly Filter[],
  text: string,
  caseSensitive: boolean,
): ProfileTree {
  const [state, dispatch] = useReducer(next, nothing)
  const worker = useRef<Worker>(null)
  const serial = useRef(0)
  const newestBuild = useRef(0)
  const newestSearch = useRef(0)
  const { facts, drawn } = state

  useEffect(() => {
    const started = new Worker(new URL('./tree.worker.ts', import.meta.url), { type: 'module' })
    worker.current = started
    started.onmessage = ({ data }: MessageEvent<TreeReply>) => {
      const isLate =
        (data.type === 'built' && data.serial !== newestBuild.current) ||
        (data.type === 'legends' && data.serial !== newestBuild.current) ||
        (data.type === 'found' && data.serial !== newestSearch.current) ||
        (data.type === 'failed' && data.of === 'search' && data.serial !== newestSearch.current)
      if (data.type === 'built' || !isLate) dispatch(data.type === 'built' ? { ...data, isLate } : data)
    }
    started.onerror = (event) => {
      dispatch({ type: 'failed', of: 'open', serial: 0, problem: { bug: event.message || 'the worker did not start' } })
    }
    send(started, { type: 'open', url })
    return () => {
      worker.current = null
      started.terminate()
      dispatch({ type: 'closed' })
    }
  }, [url])

  useEffect(() => {
    if (!facts || !worker.current) return
    newestBuild.current = ++serial.current
    dispatch({ type: 'building' })
    send(worker.current, { type: 'build', serial: newestBuild.current, filters })
  }, [facts, filters])

  useEffect(() => {
    if (!drawn || !worker.current) return
    newestSearch.current = ++serial.current
    dispatch({ type: text === '' ? 'not-searching' : 'searching' })
    if (text !== '') send(worker.current, { type: 'search', serial: newestSearch.current, text, caseSensitive })
  }, [drawn, text, caseSensitive])

  return state
}

function send(worker: Worker, request: TreeRequest): void {
  worker.postMessage(request)
}

type Change =
  | Exclude<TreeReply, { type: 'built' }>
  | (Extract<TreeReply, { type: 'built' }> & { isLate: boolean })
  | { type: 'building' | 'searching' | 'not-searching' | 'closed' }

function next(state: ProfileTree, change: Change): ProfileTree {
  switch (change.type) {
    case 'closed':
      return nothing
    case 'opened':
      return { ...state, facts: change.facts, problem: null }
    case 'building':
      return { ...state, isBuilding: true }
    case 'built': {
      // Even a late tree is taken: the names of the next one may be sent as "the same as before".
      const { names, ...built } = change.built
      const { frames, strings } = names ? unpackNames(names) : state.drawn!
      return { ...state, drawn: { ...built, frames, strings }, isBuilding: change.isLate, problem: null }
    }
    case 'legends':
      return { ...state, legends: change.legends }
    case 'searching':
      return { ...state, isSearching: true, searchProblem: null }
    case 'not-searching':
      return { ...state, isSearching: false, found: null, searchProblem: null }
    case 'found': {
      // An answer for the tree before this one; the search through this one is on its way.
      if (state.drawn?.frames.length !== change.frameMatches.length) return state
      const found = { frameMatches: change.frameMatches, drawn: state.drawn }
      return { ...state, found, isSearching: false, searchProblem: null }
    }
    case 'failed': {
      const error = errorOf(change.problem)
      return change.of === 'search'
        ? { ...state, found: null, isSearching: false, searchProblem: error }
        : { ...state, problem: error, isBuilding: false }
    }
  }
}

function unpackNames({ frames, joined, lengths }: PackedNames): FrameNames {
  let end = 0
  return { frames, strings: Array.from(lengths, (length) => joined.slice(end, (end += length))) }
}

function errorOf(failure: Failure): Error {
  return 'bug' in failure ? new Error(failure.bug) : problemFromData(failure satisfies ProblemData)
}
