import type { Metadata } from 'next'
import { ExperimentsPage } from '../../components/experiments/experiments-page.tsx'
import { Page } from '../../components/shell/page.tsx'
import { getServer, requireSession } from '../../lib/server.ts'

export const metadata: Metadata = { title: 'Experiments' }

export default async function Experiments() {
  await requireSession()
  return (
    <Page wide>
      <ExperimentsPage experiments={await getServer().experiments.list()} />
    </Page>
  )
}
