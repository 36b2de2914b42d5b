/** Which event perf counts on this host to take its samples by, and whether it may. */
import { isProblem, Problem } from '../../errors.ts'
import { readKernelSettings } from '../../host/kernel/kernel-settings.ts'
import { runCommand, shortRunTimeoutMs } from '../../host/command/run-command.ts'

export type PerfEvent = 'cycles' | 'cpu-clock'

/** The answer is cached until the program ends; a failure is not. */
let perfEvent: Promise<PerfEvent> | undefined

/**
 * Gives the event that perf counts here. Virtual machines often have no counter of cycles, and some have one that never
 * counts: only a try can tell.
 *
 * Throws: Problem `tool-missing`, `no-permission`, `tool-failed`.
 */
export function findPerfEvent(): Promise<PerfEvent> {
  perfEvent ??= tryEvents().catch((error: unknown) => {
    perfEvent = undefined
    throw error
  })
  return perfEvent
}

async function tryEvents(): Promise<PerfEvent> {
  if (await counts('cycles')) return 'cycles'
  if (await counts('cpu-clock')) return 'cpu-clock'
  const paranoid = readKernelSettings()['kernel.perf_event_paranoid'] ?? 'unknown'
  const cause = new Error(`perf counts no event here; kernel.perf_event_paranoid is ${paranoid}`)
  throw new Problem('no-permission', { what: 'use perf events on this host', capabilities: ['PERFMON'] }, { cause })
}

async function counts(event: PerfEvent): Promise<boolean> {
  try {
    const { stderr } = await runCommand(
      'perf',
      ['stat', '--field-separator', ',', '--all-cpus', '--event', event, '--', 'true'],
      {
        timeoutMs: shortRunTimeoutMs,
      },
    )
    return hasCounted(stderr)
  } catch (error) {
    if (isProblem(error) && error.code === 'tool-failed') return false
    throw error
  }
}

/** Source: perf-stat(1), CSV format: `1188370,,cycles,...`, `0.57,msec,cpu-clock,...`,
 * `<not supported>,,cycles,...`. */
export function hasCounted(csv: string): boolean {
  return csv.split('\n').some((line) => Number.parseFloat(line) > 0)
}
