import type { Metadata, Viewport } from 'next'
import { cookies } from 'next/headers'
import type { CSSProperties, ReactNode } from 'react'
import { RoleProvider } from '../components/access/use-may.tsx'
import { requestTime } from '../components/live/request-time.ts'
import { ClockProvider } from '../components/live/use-now.tsx'
import { LiveProvider } from '../components/live/use-live.tsx'
import { ProfileDialogs } from '../components/profiles/profile-dialogs.tsx'
import { EarlyClickScript } from '../components/shell/early-click-script.tsx'
import { Header } from '../components/shell/header.tsx'
import { readThemeChoice, themeCookie } from '../components/theme/theme.ts'
import { FocusScript } from '../components/ui/focus-script.tsx'
import { Toasts } from '../components/ui/toast.tsx'
import { TooltipScript } from '../components/ui/tooltip.tsx'
import { currentSession, isEmbedded, listOwnNames, readNonce } from '../lib/server.ts'
import './globals.css'

export const metadata: Metadata = {
  title: { template: '%s · Hearth', default: 'Hearth' },
  description: 'Profiles JVMs in containers, from a click to a flame graph.',
  referrer: 'no-referrer',
  robots: { index: false, follow: false },
}

export const viewport: Viewport = {
  colorScheme: 'light dark',
  themeColor: [
    { media: '(prefers-color-scheme: light)', color: '#ffffff' },
    { media: '(prefers-color-scheme: dark)', color: '#121315' },
  ],
}

/** Viewers fill what the header leaves. */
const noHeader = { '--header-height': '0px' } as CSSProperties

export default async function Layout({ children }: { children: ReactNode }) {
  const readAt = requestTime() // before the first await, and so before a page reads its lists
  // Every document is made for one request: Next puts this request's nonce on its scripts only then.
  const nonce = await readNonce()
  const theme = readThemeChoice((await cookies()).get(themeCookie)?.value)
  const isFrame = await isEmbedded()
  const session = await currentSession()
  const isSignedIn = session !== null
  const page = (
    <>
      {isFrame ? null : <Header isSignedIn={isSignedIn} theme={theme} />}
      {children}
      <Toasts />
      <TooltipScript />
      <FocusScript />
    </>
  )
  return (
    <html lang="en" data-theme={theme}>
      <body style={isFrame ? noHeader : undefined}>
        <EarlyClickScript nonce={nonce} />
        <ClockProvider serverNow={readAt}>
          <RoleProvider role={session?.role ?? null} ownNames={await listOwnNames(session)}>
            {isSignedIn ? (
              <LiveProvider readAt={readAt}>
                <ProfileDialogs>{page}</ProfileDialogs>
              </LiveProvider>
            ) : (
              page
            )}
          </RoleProvider>
        </ClockProvider>
      </body>
    </html>
  )
}
