import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { ServicePage } from '../../../components/services/service-page.tsx'
import { Page } from '../../../components/shell/page.tsx'
import { wholeLibrary } from '../../../lib/contract/library-query.ts'
import { isProblem } from '../../../lib/errors.ts'
import { visibleText } from '../../../lib/profile/view/visible-text.ts'
import { getServer, requireSession } from '../../../lib/server.ts'
import { readServiceParams, type ServicePageProps } from '../../../components/services/service-params.ts'

export async function generateMetadata(props: ServicePageProps): Promise<Metadata> {
  await requireSession()
  const { service } = await readServiceParams(props)
  return { title: `${visibleText(service)} · Service` }
}

export default async function Service(props: ServicePageProps) {
  await requireSession()
  const { service, event } = await readServiceParams(props)
  const { library } = getServer()
  const [timeline, { facets }] = await Promise.all([
    library.timeline(service, event).catch((error: unknown) => {
      if (isProblem(error) && error.code === 'not-found') notFound()
      throw error
    }),
    library.page({ ...wholeLibrary, service: [service], limit: 1 }),
  ])
  return (
    <Page wide>
      <ServicePage timeline={timeline} events={facets.event} event={event} />
    </Page>
  )
}
