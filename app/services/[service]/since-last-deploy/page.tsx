import type { Metadata } from 'next'
import { redirect } from 'next/navigation'
import { compareHref } from '../../../../components/links/compare-href.ts'
import { readAsked, type ServicePlace } from '../../../../components/services/service-params.ts'
import { NoAnswer } from '../../../../components/services/no-answer.tsx'
import { isProblem } from '../../../../lib/errors.ts'
import { getServer, requireSession } from '../../../../lib/server.ts'

export const metadata: Metadata = { title: 'Since last deploy' }

/** One stable address: it leads to the newest profile, compared with the last one before the image changed. */
export default async function SinceLastDeploy(props: ServicePlace) {
  await requireSession()
  const { service, event, rest } = await readAsked(props)
  const found = await getServer()
    .library.sinceDeploy(service, event)
    .catch((error: unknown) => {
      if (isProblem(error)) return error
      throw error
    })
  if (isProblem(found)) return <NoAnswer title="Since last deploy" service={service} problem={found.toJSON()} />
  redirect(compareHref(found.after.id, found.before.id, rest))
}
