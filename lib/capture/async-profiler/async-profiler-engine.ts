/** The async-profiler engine: a library in the JVM samples it by timers, without rights in the kernel. */
import { engineTable } from '../../contract/engines.ts'
import type { AsyncProfilerConfig } from '../../host/library/async-profiler-library.ts'
import type { CaptureEngine } from '../engine.ts'
import { helperNeedsToAttach } from '../jvm/attach-needs.ts'
import { examineForAsyncProfiler } from './examine.ts'
import { recordWithAsyncProfiler } from './record.ts'

export function createAsyncProfilerEngine(config: AsyncProfilerConfig): CaptureEngine {
  return {
    id: 'async-profiler',
    ...engineTable['async-profiler'],
    helperNeeds: (_request, target) => helperNeedsToAttach(target),
    examine: (target, vantage) => examineForAsyncProfiler(target, vantage, config),
    record: (job, signal) => recordWithAsyncProfiler(job, config, signal),
  }
}
