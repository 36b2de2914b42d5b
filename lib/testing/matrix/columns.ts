/** What is tried in every container: each engine, with all its events of the matrix in one capture. */
import type { EngineId } from '../../capture/engine.ts'
import type { EventId } from '../../profile/model/event-ids.ts'

export interface MatrixColumn {
  readonly engine: EngineId
  readonly events: readonly EventId[]
}

export const matrixColumns: readonly MatrixColumn[] = [
  { engine: 'perf', events: ['cpu'] },
  { engine: 'bpftrace', events: ['cpu'] },
  { engine: 'async-profiler', events: ['cpu', 'wall', 'alloc', 'lock'] },
  { engine: 'jfr', events: ['cpu'] },
]
