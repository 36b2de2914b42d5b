/** Every engine Hearth has. A new one is a new file and one line here. */
import type { Config } from '../config.ts'
import { createAsyncProfilerEngine } from './async-profiler/async-profiler-engine.ts'
import { createBpftraceEngine } from './bpftrace/bpftrace-engine.ts'
import type { CaptureEngine } from './engine.ts'
import { createJfrEngine } from './jfr/jfr-engine.ts'
import { createPerfEngine } from './perf/perf-engine.ts'

/** Of those that could, `chooser.ts` says who is preferred. */
export function createEngines(config: Config): readonly CaptureEngine[] {
  return [createAsyncProfilerEngine(config), createPerfEngine(config), createBpftraceEngine(config), createJfrEngine()]
}
