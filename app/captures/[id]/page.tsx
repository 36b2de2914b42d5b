import { type Metadata } from 'next'
import { notFound, redirect } from 'next/navigation'
import { CapturePage } from '../../../components/capture/capture-page.tsx'
import { Page } from '../../../components/shell/page.tsx'
import { getServer, requireSession } from '../../../lib/server.ts'

export const metadata: Metadata = { title: 'Capture' }

export default async function Capture({ params }: { params: Promise<{ id: string }> }) {
  await requireSession()
  const { id } = await params
  const capture = await getServer().capture(id)
  if (!capture) notFound()
  if (capture.state === 'done' && capture.profileId) redirect(`/profiles/${capture.profileId}`)
  return (
    <Page>
      <CapturePage key={id} capture={capture} />
    </Page>
  )
}
