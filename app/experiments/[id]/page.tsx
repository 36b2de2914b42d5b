import type { Metadata } from 'next'
import { ExperimentPage } from '../../../components/experiments/experiment-page.tsx'
import { Page } from '../../../components/shell/page.tsx'
import { type SearchParams, toQueryString } from '../../../components/links/query-string.ts'
import { formatMoment } from '../../../lib/contract/profile-title.ts'
import { visibleText } from '../../../lib/profile/view/visible-text.ts'
import { getServer, requireSession } from '../../../lib/server.ts'
import { leadToWhole } from '../../lead-to-whole.tsx'

interface Asked {
  readonly params: Promise<{ id: string }>
  /** `with`: another series of the same experiment. */
  readonly searchParams: Promise<SearchParams>
}

export async function generateMetadata({ params }: Asked): Promise<Metadata> {
  await requireSession()
  const experiment = await getServer().experiments.find((await params).id)
  if (experiment === null) return { title: 'Experiment' }
  return { title: `${visibleText(experiment.name)}, ${formatMoment(experiment.startedAt)} · Experiment` }
}

export default async function Experiment({ params, searchParams }: Asked) {
  await requireSession()
  const { experiments } = getServer()
  const { id } = await params
  const searched = await searchParams
  const experiment = await experiments.find(id)
  if (experiment === null) return leadToWhole('experiments', id, toQueryString(searched))
  const others = await experiments.listOtherSeries(experiment)
  const asked = others.find((one) => one.id === [searched['with']].flat()[0])
  return (
    <Page wide>
      <ExperimentPage experiment={experiment} others={others} other={asked ? await experiments.find(asked.id) : null} />
    </Page>
  )
}
