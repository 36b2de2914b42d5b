'use client'
import { Download, Search, ShieldCheck } from 'lucide-react'
import Link from 'next/link'
import { useState } from 'react'
import { queryLimits } from '../../lib/contract/constants.ts'
import type { AuditQuery, AuditRecord, AuditVerification } from '../../lib/contract/audit.ts'
import { formatMoment } from '../../lib/contract/profile-title.ts'
import { callApi } from '../api/call-api.ts'
import { formatCount, formatCountOf } from '../../lib/profile/format/units.ts'
import { PageTitle } from '../shell/page.tsx'
import { Badge } from '../ui/badge.tsx'
import { Button, ButtonLink } from '../ui/button.tsx'
import { Name } from '../ui/name.tsx'
import { TextField } from '../ui/text-field.tsx'
import { showProblem } from '../ui/toast.tsx'
import { formatAction, formatDetails } from './audit-labels.ts'

/** Who did what, newest first; found by words, a page at a time. */
export function AuditPage({
  query,
  page: { records, next },
}: {
  query: AuditQuery
  page: { readonly records: readonly AuditRecord[]; readonly next: number | null }
}) {
  return (
    <>
      <PageTitle
        above={
          <Link href="/settings" className="underline-offset-2 hover:underline">
            Settings
          </Link>
        }
        actions={
          <a href="/api/v1/audit/export" download className="contents">
            <Button icon={Download} tabIndex={-1}>
              Export JSON lines
            </Button>
          </a>
        }
      >
        Audit log
      </PageTitle>
      <div className="mb-3 flex flex-wrap items-center gap-x-4 gap-y-2">
        <form action="/settings/audit" className="flex min-w-0 flex-1 basis-64 gap-2" role="search">
          <TextField
            name="q"
            defaultValue={query.q}
            aria-label="Search the audit log"
            placeholder="Person, action, name, address, result"
            className="max-w-md flex-1"
            maxLength={queryLimits.audit}
          />
          <Button type="submit" icon={Search}>
            Search
          </Button>
        </form>
        <Verification />
      </div>
      {records.length === 0 ? (
        <p className="py-6 text-muted">
          {query.q === '' ? 'No record yet.' : 'No record matches all of these words.'}{' '}
          {query.q === '' ? null : (
            <Link href="/settings/audit" className="underline">
              Show all
            </Link>
          )}
        </p>
      ) : (
        <ul aria-label="Records, newest first" className="border-t border-line">
          {records.map((record) => (
            <RecordRow key={record.seq} record={record} />
          ))}
        </ul>
      )}
      <div className="mt-3 flex gap-2">
        {query.before === undefined ? null : <ButtonLink href={addressOf({ q: query.q })}>Newest</ButtonLink>}
        {next === null ? null : <ButtonLink href={addressOf({ q: query.q, before: next })}>Older</ButtonLink>}
      </div>
    </>
  )
}

function addressOf({ q, before }: AuditQuery): string {
  const parameters = new URLSearchParams({
    ...(q !== '' && { q }),
    ...(before !== undefined && { before: `${before}` }),
  })
  return parameters.size > 0 ? `/settings/audit?${parameters.toString()}` : '/settings/audit'
}

const strangers = { session: 'unknown', token: 'unknown', stranger: 'not signed in', host: 'on the host' }

function RecordRow({ record }: { record: AuditRecord }) {
  const { at, person, by, network, action, details, result } = record
  return (
    <li className="flex min-h-9 flex-wrap items-center gap-x-4 gap-y-1 border-b border-line px-2 py-1.5">
      <time dateTime={new Date(at).toISOString()} className="figures w-44 text-muted max-sm:w-full">
        {formatMoment(at, true)}
      </time>
      <span className="flex w-40 min-w-0 max-sm:w-auto">
        {person === '' ? <span className="text-muted">{strangers[by]}</span> : <Name text={person} wrap />}
      </span>
      <span className="w-44 font-medium max-sm:w-auto" title={action}>
        {formatAction(action)}
      </span>
      <span className="min-w-0 flex-1 basis-64 text-muted max-sm:empty:hidden">
        {Object.keys(details).length > 0 ? <Name text={formatDetails(details)} wrap /> : null}
      </span>
      <span className="w-36 max-sm:w-auto">
        {network === '' ? <span className="text-muted">on the host</span> : <Name text={network} mono wrap />}
      </span>
      <span className="flex w-40 sm:justify-end">
        {result === 'ok' ? (
          <Badge>done</Badge>
        ) : (
          <Badge tone="bad" className="truncate">
            {result}
          </Badge>
        )}
      </span>
    </li>
  )
}

/** Checks the chain when it is asked to, and says what came of it. */
function Verification() {
  const [found, setFound] = useState<AuditVerification | 'checking' | null>(null)
  const verify = (): void => {
    setFound('checking')
    callApi('/api/v1/audit/verification', { answer: 'auditVerification' }).then(setFound, (error: unknown) => {
      setFound(null)
      showProblem(error)
    })
  }
  return (
    <div className="flex flex-wrap items-center gap-3">
      <span
        role="status"
        className={found !== null && found !== 'checking' && found.broken ? 'text-bad' : 'text-muted'}
      >
        {found === null ? '' : found === 'checking' ? 'Checking' : describeVerification(found)}
      </span>
      <Button icon={ShieldCheck} onClick={verify} disabled={found === 'checking'}>
        Verify
      </Button>
    </div>
  )
}

function describeVerification({ records, broken }: AuditVerification): string {
  if (broken !== null) return `Record ${formatCount(broken.seq)}: ${broken.reason}.`
  return `${formatCountOf(records, 'record')}, each as it was written.`
}
