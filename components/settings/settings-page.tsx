'use client'
import { LogOut } from 'lucide-react'
import Link from 'next/link'
import type { Token, Session } from '../../lib/contract/access.ts'
import type { StorageState } from '../../lib/contract/library.ts'
import type { Role } from '../../lib/contract/roles.ts'
import type { ListedShare } from '../../lib/contract/shares.ts'
import type { Webhook } from '../../lib/contract/webhooks.ts'
import { callApi } from '../api/call-api.ts'
import { forgetSessionKey } from '../api/session-key.ts'
import { PageTitle } from '../shell/page.tsx'
import type { ThemeChoice } from '../theme/theme.ts'
import { ThemeSwitch } from '../theme/theme-switch.tsx'
import { Button, ButtonLink } from '../ui/button.tsx'
import { Name } from '../ui/name.tsx'
import { Section } from '../ui/section.tsx'
import { showProblem } from '../ui/toast.tsx'
import { AllBlocks } from '../target/blocked-engines.tsx'
import { SessionList, SignInLink } from './session-list.tsx'
import { StorageSettings } from './storage-settings.tsx'
import { TokenSection } from './token-section.tsx'
import { WebhookSection } from './webhook-section.tsx'
import { ByOther } from '../capture/by-other.tsx'
import { describeRole, listRolesWith } from '../access/role-labels.ts'
import { useMay } from '../access/use-may.tsx'
import { Ago } from '../live/use-now.tsx'
import { RevokeButton } from '../share/revoke-button.tsx'
import { formatExpiry, formatViews, nameLink } from '../share/share-labels.ts'
import { ShareMarks } from '../share/share-marks.tsx'
import { useDeletable } from './use-deletable.ts'

/** Links that lead in from outside, each of which can be made to lead nowhere. */
function ShareList({ shares: sent }: { shares: readonly ListedShare[] }) {
  const { items: shares, remove: revoke } = useDeletable(sent, '/api/v1/shares', () => 'Link revoked.')
  const may = useMay()
  if (shares.length === 0) {
    return (
      <p className="text-muted">
        No active links.{' '}
        {may('manage')
          ? 'Share, in a flame graph, creates one for everyone or for people who sign in. A link gives read access only.'
          : `A link lets others look at one profile; ${listRolesWith('manage')} create them.`}
      </p>
    )
  }
  return (
    <ul className="border-t border-line">
      {shares.map((share, index) => (
        <li key={share.id} className="flex min-h-10 items-center gap-x-4 border-b border-line px-2 py-1.5">
          <span className="min-w-0 flex-1">
            <Link
              href={
                share.baselineId === null
                  ? `/profiles/${share.profileId}`
                  : `/profiles/${share.profileId}?baseline=${share.baselineId}`
              }
              prefetch={false}
              className="finger-high flex w-fit max-w-full min-w-6 rounded-md font-medium hover:underline"
            >
              <Name text={share.profileName} lines={2} />
            </Link>
            <span className="flex flex-wrap items-center gap-x-3 gap-y-1 text-muted">
              <span>
                created <Ago at={share.createdAt} />
                <ByOther name={share.createdBy} />, {formatExpiry(share)}, {formatViews(share)}
              </span>
              <ShareMarks share={share} />
            </span>
          </span>
          {may('manage') ? <RevokeButton link={nameLink(share, index)} onRevoke={() => revoke(share)} /> : null}
        </li>
      ))}
    </ul>
  )
}

/** Data that only an owner is shown. */
export interface OwnerSettings {
  readonly sessions: readonly Session[]
  readonly tokens: readonly Token[]
  readonly webhooks: readonly Webhook[]
}

/** Who is signed in, which links lead in from outside, what is blocked. */
export function SettingsPage({
  person,
  role,
  theme,
  owner,
  storage,
  services,
  shares,
}: {
  /** The name of the user. */
  person: string
  role: Role
  theme: ThemeChoice
  /** The settings of an owner; null for people of another role. */
  owner: OwnerSettings | null
  storage: StorageState
  /** Names of services that have profiles. */
  services: readonly string[]
  shares: readonly ListedShare[]
}) {
  const signOut = () => {
    callApi('/api/v1/session', { method: 'DELETE' }).then(() => {
      forgetSessionKey()
      location.assign('/sign-in')
    }, showProblem)
  }
  return (
    <>
      <PageTitle
        actions={
          <Button onClick={signOut} icon={LogOut}>
            Sign out
          </Button>
        }
      >
        Settings
      </PageTitle>
      <p className="-mt-2 mb-6 text-muted">
        Signed in as <Name text={person} wrap className="font-medium text-ink" />. {describeRole(role)}.
      </p>
      <div className="flex flex-col gap-8">
        <Section id="theme" title="Theme">
          <ThemeSwitch fromServer={theme} isLabelled />
        </Section>
        {owner ? (
          <>
            <Section id="sessions" title="People" actions={<SignInLink />}>
              <SessionList sessions={owner.sessions} />
            </Section>
            <TokenSection tokens={owner.tokens} />
            <WebhookSection webhooks={owner.webhooks} />
            <Section id="audit" title="Audit log" actions={<ButtonLink href="/settings/audit">Open</ButtonLink>}>
              <p className="text-muted">
                Who captured, exported, shared, signed in and changed rights, and with which result.
              </p>
            </Section>
          </>
        ) : null}
        <StorageSettings state={storage} mayChange={owner !== null} services={services} />
        <Section id="shares" title="Share links">
          <ShareList shares={shares} />
        </Section>
        <Section id="blocks" title="Blocked engines">
          <AllBlocks />
        </Section>
      </div>
    </>
  )
}
