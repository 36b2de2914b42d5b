/** What this host has or lacks for the engines. */
import type { Config } from '../../config.ts'
import { isProblem } from '../../errors.ts'
import { findingFromProblem } from '../../findings.ts'
import { checkOf, failedCheck, type HealthCheck, passedCheck } from '../../health-checks.ts'
import { findAsyncProfiler } from '../../host/library/async-profiler-library.ts'
import { mayUsePerfEvents, readsKernelSymbols } from '../../host/kernel/kernel-settings.ts'
import { hasTool } from '../../host/command/run-command.ts'
import { perfVersion } from '../perf/perf-version.ts'

export async function checkEngines(config: Pick<Config, 'asyncProfiler' | 'dataDirectory'>): Promise<HealthCheck[]> {
  return [
    checkAsyncProfiler(config),
    await checkPerf(),
    checkOf('perf-permission', mayUsePerfEvents()),
    checkOf('kernel-symbols', readsKernelSymbols()),
    checkOf('bpftrace', hasTool('bpftrace')),
  ]
}

function checkAsyncProfiler(config: Pick<Config, 'asyncProfiler' | 'dataDirectory'>): HealthCheck {
  const library = findAsyncProfiler(config)
  if (library === null) return failedCheck('async-profiler')
  return passedCheck('async-profiler', `async-profiler ${library.version ?? 'of your own'}`)
}

async function checkPerf(): Promise<HealthCheck> {
  try {
    return passedCheck('perf', `perf ${await perfVersion()}`)
  } catch (error) {
    if (!isProblem(error)) throw error
    const { title, remedy, command } = findingFromProblem(error)
    return failedCheck('perf', { title, remedy, command })
  }
}
