/** What this host has or lacks for the engines, and what that costs. */
import type { Config } from '../../config.ts'
import type { HealthCheck } from '../../contract.ts'
import { isProblem } from '../../errors.ts'
import { findAsyncProfiler } from '../../host/library/async-profiler-library.ts'
import { mayUsePerfEvents, readsKernelSymbols } from '../../host/kernel/kernel-settings.ts'
import { hasTool } from '../../host/command/run-command.ts'
import { perfVersion } from '../perf/perf-version.ts'

export async function checkEngines(config: Pick<Config, 'asyncProfiler' | 'dataDirectory'>): Promise<HealthCheck[]> {
  return [checkAsyncProfiler(config), await checkPerf(), checkPermission(), checkKernelSymbols(), checkBpftrace()]
}

function checkAsyncProfiler(config: Pick<Config, 'asyncProfiler' | 'dataDirectory'>): HealthCheck {
  const library = findAsyncProfiler(config)
  return healthCheck('async-profiler', library !== null, `async-profiler ${library?.version ?? 'of your own'}`, {
    title: 'There is no async-profiler library',
    costs: 'Other engines are used; native memory and wall-clock time cannot be profiled.',
    remedy: 'Start Hearth where it may install what is missing, or set HEARTH_ASYNC_PROFILER to a copy of your own.',
    command: 'HEARTH_INSTALL=1 npm start',
  })
}

function checkBpftrace(): HealthCheck {
  return healthCheck('bpftrace', hasTool('bpftrace'), 'bpftrace is installed', {
    title: 'bpftrace is not installed',
    costs: 'Time off the CPU cannot be profiled with it.',
    remedy: 'Install it.',
    command: 'apt-get install bpftrace',
  })
}

async function checkPerf(): Promise<HealthCheck> {
  const code = 'perf'
  try {
    return { code, ok: true, title: `perf ${await perfVersion()}`, costs: '', remedy: '', command: null }
  } catch (error) {
    if (!isProblem(error)) throw error
    return {
      code,
      ok: false,
      title: error.message,
      costs: 'Other engines are used; containers as a whole cannot be profiled.',
      remedy: error.remedy,
      command: error.code === 'tool-missing' ? 'apt-get install linux-perf' : null,
    }
  }
}

function checkPermission(): HealthCheck {
  return healthCheck('perf-permission', mayUsePerfEvents(), 'The collector may use perf events', {
    title: 'The collector may not use perf events',
    costs: 'perf cannot be used, and only JVMs of our own user can be profiled.',
    remedy: 'Start Hearth as root.',
    command: 'sudo npm start',
  })
}

function checkKernelSymbols(): HealthCheck {
  return healthCheck('kernel-symbols', readsKernelSymbols(), 'The kernel tells its function names', {
    title: 'The kernel hides its function names',
    costs: 'Kernel frames have no names.',
    remedy: 'Let root see them: kernel.kptr_restrict must be 0 or 1.',
    command: 'sysctl kernel.kptr_restrict=1',
  })
}

/** What is said where all is well, or else what is lacking. */
export function healthCheck(
  code: string,
  ok: boolean,
  title: string,
  lack: Omit<HealthCheck, 'code' | 'ok'>,
): HealthCheck {
  return ok ? { code, ok, title, costs: '', remedy: '', command: null } : { code, ok, ...lack }
}
