import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { Page } from '../../../components/shell/page.tsx'
import { TargetPage } from '../../../components/target/target-page.tsx'
import { wholeLibrary } from '../../../lib/contract/library-query.ts'
import { getServer, requireSession } from '../../../lib/server.ts'

export const metadata: Metadata = { title: 'JVM' }

export default async function Target({ params }: { params: Promise<{ id: string }> }) {
  await requireSession()
  const { id } = await params
  const server = getServer()
  const target = server.host.target(id)
  if (!target) notFound()
  const query = { ...wholeLibrary, service: [target.service], limit: 50, captures: true, choices: false }
  const { profiles } = await server.library.page(query)
  return (
    <Page wide>
      <TargetPage key={id} target={target} profiles={profiles} />
    </Page>
  )
}
