import type { Metadata } from 'next'
import { HostsPage } from '../../components/hosts/hosts-page.tsx'
import { Page } from '../../components/shell/page.tsx'
import { getServer, requireSession } from '../../lib/server.ts'

export const metadata: Metadata = { title: 'Hosts' }

export default async function Hosts() {
  await requireSession()
  return (
    <Page wide>
      <HostsPage snapshot={getServer().host.snapshot()} />
    </Page>
  )
}
