import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { ExperimentPage } from '../../../components/experiments/experiment-page.tsx'
import { Page } from '../../../components/shell/page.tsx'
import { formatMoment } from '../../../lib/contract/profile-title.ts'
import { visibleText } from '../../../lib/profile/view/visible-text.ts'
import { getServer, requireSession } from '../../../lib/server.ts'

interface Asked {
  readonly params: Promise<{ id: string }>
  /** `with`: another series of the same experiment. */
  readonly searchParams: Promise<{ with?: string | string[] }>
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
  const experiment = await experiments.find((await params).id)
  if (experiment === null) notFound()
  const searched = await searchParams
  const others = await experiments.listOtherSeries(experiment)
  const asked = others.find(({ id }) => id === [searched.with].flat()[0])
  return (
    <Page wide>
      <ExperimentPage experiment={experiment} others={others} other={asked ? await experiments.find(asked.id) : null} />
    </Page>
  )
}
