import type { Metadata } from 'next'
import { ServicesPage } from '../../components/services/services-page.tsx'
import { Page } from '../../components/shell/page.tsx'
import { getServer, requireSession } from '../../lib/server.ts'

export const metadata: Metadata = { title: 'Services' }

export default async function Services() {
  await requireSession()
  return (
    <Page wide>
      <ServicesPage services={await getServer().library.services()} />
    </Page>
  )
}
