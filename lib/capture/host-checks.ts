/** What this host has or lacks for the engines, and what that costs. */
import { type HealthCheck } from '../contract.ts'
import { isProblem } from '../errors.ts'
import { mayUsePerfEvents, readsKernelSymbols } from '../host/kernel-settings.ts'
import { perfVersion } from './perf-provenance.ts'

export async function checkEngines(): Promise<HealthCheck[]> {
  return [await checkPerf(), checkPermission(), checkKernelSymbols()]
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
      costs: 'No JVM can be profiled.',
      remedy: error.remedy,
      command: error.code === 'tool-missing' ? 'apt-get install linux-perf' : null,
    }
  }
}

function checkPermission(): HealthCheck {
  return healthCheck('perf-permission', mayUsePerfEvents(), 'The collector may use perf events', {
    title: 'The collector may not use perf events',
    costs: 'No JVM can be profiled.',
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
