import type { Metadata } from 'next'
import { roleLabels } from '../../../components/access/role-labels.ts'
import { AuditPage } from '../../../components/settings/audit-page.tsx'
import { NothingHere } from '../../../components/shell/nothing-here.tsx'
import { Page } from '../../../components/shell/page.tsx'
import { auditQuerySchema } from '../../../lib/contract/audit.ts'
import { rolesScopes } from '../../../lib/contract/roles.ts'
import { getServer, requireSession } from '../../../lib/server.ts'

export const metadata: Metadata = { title: 'Audit log' }

const settings = { href: '/settings', text: 'Settings' }

type SearchParams = Record<string, string | string[] | undefined>

export default async function Audit({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const session = await requireSession()
  if (!rolesScopes[session.role].includes('admin'))
    return (
      <NothingHere title="Only an owner reads the audit log" heading="Audit log" list={settings}>
        {`You are signed in as ${roleLabels[session.role].title}.`}
      </NothingHere>
    )
  // An invalid query, as of an address edited by hand, is dropped as a whole: the page shows the newest records.
  const query = auditQuerySchema.catch({ q: '' }).parse(await searchParams)
  return (
    <Page wide>
      <AuditPage query={query} page={await getServer().audit.search(query)} />
    </Page>
  )
}
