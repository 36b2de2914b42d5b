import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { ExperimentPage } from '../../../components/experiments/experiment-page.tsx'
import { Page } from '../../../components/shell/page.tsx'
import { getServer, requireSession } from '../../../lib/server.ts'

export const metadata: Metadata = { title: 'Experiment' }

export default async function Experiment({ params }: { params: Promise<{ id: string }> }) {
  await requireSession()
  const experiment = await getServer().experiments.find((await params).id)
  if (experiment === null) notFound()
  return (
    <Page wide>
      <ExperimentPage experiment={experiment} />
    </Page>
  )
}
