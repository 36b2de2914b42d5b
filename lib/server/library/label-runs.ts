/** Labels the profiles of an experiment with the configuration of their run: without labels they look alike. */
import { profileTextLimits } from '../../contract/constants.ts'
import type { ReportedExperiment } from '../../contract/experiments.ts'
import { cutText } from '../../profile/names/cut-text.ts'
import type { ProfileStore } from '../../store/library/profiles.ts'

/**
 * Labels the profiles of runs that are new in this report. `runsBefore` is the number of runs of the report before; the
 * last of those is looked at again, since its profile may have come after that report. A profile that has a label is
 * left as it is.
 */
export async function labelRuns(
  { runs, configurations }: ReportedExperiment,
  runsBefore: number,
  profiles: Pick<ProfileStore, 'listByCapture' | 'changeAll'>,
): Promise<void> {
  for (const { captureId, configuration } of runs.slice(Math.max(0, runsBefore - 1))) {
    const labels = labelsOf(configuration, configurations)
    if (captureId === null || labels.length === 0) continue
    const captured = await profiles.listByCapture(captureId)
    const ids = captured.filter((profile) => profile.labels.length === 0).map(({ id }) => id)
    if (ids.length > 0) await profiles.changeAll(ids, () => ({ labels }))
  }
}

/** Gives `pricing=scan` for each variable that has several values. */
function labelsOf(configuration: number, configurations: ReportedExperiment['configurations']): string[] {
  const values = configurations.find(({ number }) => number === configuration)?.values ?? {}
  return Object.entries(values)
    .filter(([variable, value]) => configurations.some((other) => other.values[variable] !== value))
    .map(([variable, value]) => cutText(`${variable}=${value}`.trim(), profileTextLimits.label))
}
