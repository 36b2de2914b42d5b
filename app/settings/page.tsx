import { type Metadata } from 'next'
import { cookies } from 'next/headers'
import { SettingsPage } from '../../components/settings/settings-page.tsx'
import { Page } from '../../components/shell/page.tsx'
import { readThemeChoice, themeCookie } from '../../components/theme/theme.ts'
import { getServer, requireSession } from '../../lib/server.ts'

export const metadata: Metadata = { title: 'Settings' }

export default async function Settings() {
  const session = await requireSession()
  const server = getServer()
  const [sessions, shares, jar] = await Promise.all([server.sessions(session), server.shares(), cookies()])
  return (
    <Page>
      <SettingsPage
        theme={readThemeChoice(jar.get(themeCookie)?.value)}
        sessions={sessions}
        shares={shares}
        health={server.snapshot().health}
      />
    </Page>
  )
}
