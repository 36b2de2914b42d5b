/** Every engine Hearth has, as code. A new one is its folder, a line here and its row in contract/engines.ts. */
import type { Config } from '../config.ts'
import { createAsyncProfilerEngine } from './async-profiler/async-profiler-engine.ts'
import { createBpftraceEngine } from './bpftrace/bpftrace-engine.ts'
import type { CaptureEngine } from './engine.ts'
import { createJfrEngine } from './jfr/jfr-engine.ts'
import { createPerfEngine } from './perf/perf-engine.ts'

export function createEngines(config: Config): readonly CaptureEngine[] {
  return [createAsyncProfilerEngine(config), createPerfEngine(config), createBpftraceEngine(config), createJfrEngine()]
}
