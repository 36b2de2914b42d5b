import type { Metadata } from 'next'
import { ServiceProblem } from '../../../../components/services/service-problem.tsx'
import { readServiceParams, type ServicePageProps } from '../../../../components/services/service-params.ts'
import { ReplicasPage } from '../../../../components/services/replicas-page.tsx'
import { Page } from '../../../../components/shell/page.tsx'
import { replicaQuerySchema } from '../../../../lib/contract/library.ts'
import { isProblem } from '../../../../lib/errors.ts'
import { getServer, requireSession } from '../../../../lib/server.ts'

export const metadata: Metadata = { title: 'Compare replicas' }

export default async function Replicas(props: ServicePageProps) {
  await requireSession()
  const { service, event, otherParams } = await readServiceParams(props)
  const query = replicaQuerySchema.safeParse({ event, ...Object.fromEntries(new URLSearchParams(otherParams)) })
  // An address written by hand may hold what no query may, such as 0 minutes: the page then shows the defaults.
  const found = await getServer()
    .library.replicas({ service, ...(query.success ? query.data : replicaQuerySchema.parse({ event })) })
    .catch((error: unknown) => {
      if (isProblem(error)) return error
      throw error
    })
  if (isProblem(found)) return <ServiceProblem title="Compare replicas" service={service} problem={found.toJSON()} />
  return (
    <Page wide>
      <ReplicasPage {...found} />
    </Page>
  )
}
