import type { ProfileSummary } from '../../lib/contract/profile.ts'
import { visibleText } from '../../lib/profile/view/visible-text.ts'
import { callApi } from '../api/call-api.ts'
import { formatSameSamples } from './import-labels.ts'
import { showProblem, showToast } from '../ui/toast.tsx'

/** Makes one profile of many, and offers to open it. `onMerged` is called when there is one. */
export async function mergeMany(
  profiles: readonly ProfileSummary[],
  { onMerged, open }: { onMerged: () => void; open: (href: string) => void },
): Promise<void> {
  try {
    const body = { ids: profiles.map(({ id }) => id) }
    const merged = await callApi('/api/v1/profiles/merge', { method: 'POST', body, answer: 'mergedProfile' })
    onMerged()
    const text = `Merged ${profiles.length} profiles into “${visibleText(merged.name)}”.`
    showToast({
      text: merged.sameAs === null ? text : `${text} ${formatSameSamples(merged.sameAs)}`,
      action: { text: 'Open', run: () => open(`/profiles/${merged.id}`) },
    })
  } catch (error) {
    showProblem(error)
  }
}
