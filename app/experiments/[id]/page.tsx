import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { ExperimentPage } from '../../../components/experiments/experiment-page.tsx'
import { Page } from '../../../components/shell/page.tsx'
import { getServer, requireSession } from '../../../lib/server.ts'

export const metadata: Metadata = { title: 'Experiment' }

interface Asked {
  readonly params: Promise<{ id: string }>
  /** `with`: another series of the same experiment. */
  readonly searchParams: Promise<{ with?: string | string[] }>
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
