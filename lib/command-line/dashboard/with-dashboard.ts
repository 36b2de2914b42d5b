import type { Dashboard } from './dashboard.ts'

/** Gives the dashboard that HEARTH_URL names; null where it is not set. Throws: Problem `invalid-config`. */
export const dashboardOfEnvironment = async () => (await import('./dashboard.ts')).findDashboard(process.env)

/** Uses the dashboard that HEARTH_URL names, by default the one on this host. Throws: Problem. */
export async function withDashboard(use: (dashboard: Dashboard) => Promise<number>): Promise<number> {
  const remote = await dashboardOfEnvironment()
  if (remote) return await use(remote)
  const { openLocalDashboard } = await import('./dashboard.ts')
  const { readConfig } = await import('../../config.ts')
  await using local = await openLocalDashboard(readConfig(process.env))
  return await use(local)
}
