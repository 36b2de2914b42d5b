import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { AuditPage } from '../../../components/settings/audit-page.tsx'
import { Page } from '../../../components/shell/page.tsx'
import { auditQuerySchema } from '../../../lib/contract/audit.ts'
import { rolesScopes } from '../../../lib/contract/roles.ts'
import { getServer, requireSession } from '../../../lib/server.ts'

export const metadata: Metadata = { title: 'Audit log' }

type SearchParams = Record<string, string | string[] | undefined>

export default async function Audit({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const session = await requireSession()
  if (!rolesScopes[session.role].includes('admin')) notFound()
  // An invalid query, as of an address edited by hand, is dropped as a whole: the page shows the newest records.
  const query = auditQuerySchema.catch({ q: '' }).parse(await searchParams)
  return (
    <Page wide>
      <AuditPage query={query} page={await getServer().audit.search(query)} />
    </Page>
  )
}
