/** Every engine Hearth has. A new one is a new file and one line here. */
import { type Config } from '../config.ts'
import { type CaptureEngine } from './engine.ts'
import { createPerfEngine } from './perf-engine.ts'

export function createEngines(config: Config): readonly CaptureEngine[] {
  return [createPerfEngine(config)]
}
