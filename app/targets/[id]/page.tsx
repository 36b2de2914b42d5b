import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { Page } from '../../../components/shell/page.tsx'
import { TargetPage } from '../../../components/target/target-page.tsx'
import { getServer, requireSession } from '../../../lib/server.ts'

export const metadata: Metadata = { title: 'JVM' }

export default async function Target({ params }: { params: Promise<{ id: string }> }) {
  await requireSession()
  const { id } = await params
  const server = getServer()
  const target = server.host.target(id)
  if (!target) notFound()
  const profiles = await server.profiles.list({ service: target.service, limit: 50 })
  return (
    <Page>
      <TargetPage key={id} target={target} profiles={profiles} />
    </Page>
  )
}
