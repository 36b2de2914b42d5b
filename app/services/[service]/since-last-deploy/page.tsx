import type { Metadata } from 'next'
import { redirect } from 'next/navigation'
import { createCompareHref } from '../../../../components/links/compare-href.ts'
import { readServiceParams, type ServicePageProps } from '../../../../components/services/service-params.ts'
import { ServiceProblem } from '../../../../components/services/service-problem.tsx'
import { isProblem } from '../../../../lib/errors.ts'
import { getServer, requireSession } from '../../../../lib/server.ts'

export const metadata: Metadata = { title: 'Since last deploy' }

/**
 * One stable address: it leads to the newest profile that knows its image, compared with the last one before that image
 * came.
 */
export default async function SinceLastDeploy(props: ServicePageProps) {
  await requireSession()
  const { service, event, otherParams } = await readServiceParams(props)
  const found = await getServer()
    .library.sinceDeploy(service, event)
    .catch((error: unknown) => {
      if (isProblem(error)) return error
      throw error
    })
  if (isProblem(found)) return <ServiceProblem title="Since last deploy" service={service} problem={found.toJSON()} />
  // Outside of the catch: it ends the page by an error that Next takes.
  redirect(createCompareHref(found.after.id, found.before.id, otherParams))
}
