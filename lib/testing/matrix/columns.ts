/** What is tried in every container: each engine, with all its events of the matrix in one capture. */
import { type EngineId, engineIds, engineTable } from '../../contract/engines.ts'
import type { EventId } from '../../profile/model/event-ids.ts'

export interface MatrixColumn {
  readonly engine: EngineId
  readonly events: readonly EventId[]
}

/** Those with a share that is planted in the targets, beside the main event. */
const more: Partial<Record<EngineId, readonly EventId[]>> = { 'async-profiler': ['wall', 'alloc', 'lock'] }

/** Engines of one event first. */
export const matrixColumns: readonly MatrixColumn[] = engineIds
  .toSorted((a, b) => Number(engineTable[a].recordsSeveralEvents) - Number(engineTable[b].recordsSeveralEvents))
  .map((engine) => ({ engine, events: [engineTable[engine].events[0], ...(more[engine] ?? [])] }))
