import type { Metadata } from 'next'
import { cookies } from 'next/headers'
import { SettingsPage } from '../../components/settings/settings-page.tsx'
import { Page } from '../../components/shell/page.tsx'
import { readThemeChoice, themeCookie } from '../../components/theme/theme.ts'
import type { Session } from '../../lib/contract/access.ts'
import { rolesScopes } from '../../lib/contract/roles.ts'
import { getServer, requireSession } from '../../lib/server.ts'

export const metadata: Metadata = { title: 'Settings' }

export default async function Settings() {
  const session = await requireSession()
  const server = getServer()
  const isOwner = rolesScopes[session.role].includes('admin')
  const [storage, services, shares, jar, owner] = await Promise.all([
    server.library.storage(),
    server.library.services(),
    server.shares.list(),
    cookies(),
    isOwner ? ownerSettings(session) : null,
  ])
  return (
    <Page wide>
      <SettingsPage
        person={session.person}
        role={session.role}
        theme={readThemeChoice(jar.get(themeCookie)?.value)}
        owner={owner}
        storage={storage}
        services={services.map(({ service }) => service)}
        shares={shares}
      />
    </Page>
  )
}

/** The parts of the page that only an owner has. */
async function ownerSettings(session: Session) {
  const server = getServer()
  const [sessions, tokens, webhooks] = await Promise.all([
    server.people.sessions.list(session),
    server.people.tokens.list(),
    server.webhooks.list(),
  ])
  return { sessions, tokens, webhooks }
}
