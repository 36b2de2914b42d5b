import { unlessInterrupted } from '../streams.ts'
import type { Dashboard } from './dashboard.ts'

/** Gives the dashboard that HEARTH_URL names; null where it is not set. Throws: Problem `invalid-config`. */
export const dashboardOfEnvironment = async () => (await import('./dashboard.ts')).findDashboard(process.env)

/**
 * Uses the dashboard that HEARTH_URL names, by default the one on this host. `signal` ends it at once; without one,
 * `use` ends itself. Throws: Problem; the reason of `signal`.
 */
export async function withDashboard(
  use: (dashboard: Dashboard) => Promise<number>,
  signal = new AbortController().signal,
): Promise<number> {
  const remote = await dashboardOfEnvironment()
  if (remote) return await unlessInterrupted(use(remote), signal)
  const { openLocalDashboard } = await import('./dashboard.ts')
  const { readConfig } = await import('../../config.ts')
  await using local = await unlessInterrupted(openLocalDashboard(readConfig(process.env)), signal)
  return await unlessInterrupted(use(local), signal)
}
