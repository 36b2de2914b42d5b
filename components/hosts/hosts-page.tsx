'use client'
import { Plus } from 'lucide-react'
import { useMemo, useState } from 'react'
import type { Collector } from '../../lib/contract/collectors.ts'
import { clusterCollectorId, localCollectorId } from '../../lib/contract/constants.ts'
import { isLoopback } from '../../lib/contract/is-loopback.ts'
import type { Target } from '../../lib/contract/target.ts'
import { visibleText } from '../../lib/profile/view/visible-text.ts'
import { useMay } from '../access/use-may.tsx'
import type { Answer } from '../api/load-answers.ts'
import { callApi } from '../api/call-api.ts'
import { formatCountOf, formatCpu } from '../../lib/profile/format/units.ts'
import { nameOfHost } from '../jvms/group-targets.ts'
import { type PageSnapshot, useSnapshot } from '../live/use-live.tsx'
import { Ago } from '../live/use-now.tsx'
import { IssueForm, IssueSecretDialog } from '../settings/issue-secret-dialog.tsx'
import { PageTitle } from '../shell/page.tsx'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { Command } from '../ui/command.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Name } from '../ui/name.tsx'
import { showProblem, showToast } from '../ui/toast.tsx'
import { HealthList } from './health-list.tsx'
import { Remedy } from '../ui/remedy.tsx'

/** The hosts whose JVMs are listed: whether each answers, what it has and lacks, how another one joins. */
export function HostsPage({ snapshot }: { snapshot: PageSnapshot }) {
  const { targets, collectors: all } = useSnapshot(snapshot)
  const collectors = useMemo(() => all.filter(({ id }) => id !== clusterCollectorId), [all])
  const byHost = useMemo(() => Map.groupBy(targets, ({ collectorId }) => collectorId), [targets])
  const may = useMay()
  return (
    <>
      <PageTitle count={collectors.length} actions={may('admin') ? <JoinHost /> : null}>
        Hosts
      </PageTitle>
      <ul className="border-t border-line">
        {collectors.map((collector) => (
          <HostRow
            key={collector.id}
            collector={collector}
            name={nameOfHost(collector.id, collectors)}
            lister={collector.listedUnder === null ? null : nameOfHost(collector.listedUnder, collectors)}
            targets={byHost.get(collector.id) ?? []}
          />
        ))}
      </ul>
      {collectors.length <= 1 ? (
        <p className="mt-4 text-muted">
          {collectors.length === 0 ? 'No host has joined. ' : ''}The JVMs of other hosts come into the same list. A host
          that joins opens the connection itself: it needs no open port, and works behind NAT.
        </p>
      ) : null}
    </>
  )
}

function HostRow({
  collector,
  name,
  lister,
  targets,
}: {
  collector: Collector
  name: string
  /** The host under which its JVMs are listed, where another collector on it does so; null where it lists its own. */
  lister: string | null
  targets: readonly Target[]
}) {
  const { id, problem, health, joinedAt } = collector
  const may = useMay()
  const cpuPercent = targets.reduce((sum, target) => sum + (target.cpuPercent ?? 0), 0)
  return (
    <li data-host={id} className="border-b border-line px-2 py-2">
      <div className="flex min-h-8 flex-wrap items-center gap-x-4 gap-y-1">
        <span className="flex min-w-0 flex-1 basis-56 items-center gap-2 font-medium">
          <Name text={name} />
          {problem === null ? <Badge tone="good">connected</Badge> : <Badge tone="warn">does not answer</Badge>}
        </span>
        <span className={`w-44 text-muted max-sm:w-auto ${lister === null ? 'figures' : ''}`}>
          {lister === null
            ? `${formatCountOf(targets.length, 'JVM')}${problem === null ? `\u00a0· CPU ${formatCpu(cpuPercent)}` : ', as last seen'}`
            : `its JVMs are listed under ${visibleText(lister)}`}
        </span>
        <span className="w-36 text-muted max-sm:w-auto">
          {joinedAt === null ? (
            'beside the dashboard'
          ) : (
            <>
              joined <Ago at={joinedAt} />
            </>
          )}
        </span>
        <span className="flex justify-end sm:w-24">
          {id !== localCollectorId && may('admin') ? <RemoveHost id={id} name={name} /> : null}
        </span>
      </div>
      {problem === null ? null : <Remedy text={`${problem.title} ${problem.remedy}`} />}
      {health.length === 0 ? null : (
        <details>
          <summary className="w-fit cursor-pointer rounded-md text-muted hover:text-ink">
            {describeHealth(health)}
          </summary>
          <HealthList checks={health} />
        </details>
      )}
    </li>
  )
}

function describeHealth(health: Collector['health']): string {
  const lacking = health.filter(({ ok }) => !ok).length
  if (lacking > 0) return `Lacks ${lacking} of ${health.length} that Hearth uses`
  // Where Hearth reaches each JVM itself, only these may be absent.
  const isWhole = !health.some(({ isAbsent }) => isAbsent === true)
  return isWhole ? 'Has all that Hearth uses' : 'Has all it needs, without helper containers'
}

function RemoveHost({ id, name }: { id: string; name: string }) {
  const [isAsking, setIsAsking] = useState(false)
  const remove = () => {
    setIsAsking(false)
    callApi(`/api/v1/collectors/${id}`, { method: 'DELETE' }).then(
      () => showToast({ text: `${visibleText(name)} was removed. Its profiles stay in the library.` }),
      showProblem,
    )
  }
  return (
    <>
      <Button
        size="small"
        variant="danger"
        aria-label={`Remove ${visibleText(name)}`}
        onClick={() => setIsAsking(true)}
      >
        Remove
      </Button>
      <Dialog
        open={isAsking}
        onOpenChange={setIsAsking}
        title={`Remove ${visibleText(name)}?`}
        about="Its credential ends now, and its JVMs leave the list. Captures under way there are lost; its profiles stay. To come back it has to join with a new token."
        onSubmit={remove}
      >
        <Button type="submit" variant="danger" className="self-end">
          Remove
        </Button>
      </Dialog>
    </>
  )
}

function JoinHost() {
  return (
    <IssueSecretDialog<Answer<'joinToken'>>
      action="Join a host"
      icon={Plus}
      about="A collector on the other host opens a connection to this dashboard. It works as root there, as profiling needs; this dashboard can ask it for what its own collector does, and for nothing else."
      form={(show) => (
        <IssueForm
          action="Make a token"
          issue={() => callApi('/api/v1/collectors/tokens', { method: 'POST', answer: 'joinToken' }).then(show)}
        >
          <p>The token works once, within ten minutes.</p>
        </IssueForm>
      )}
    >
      {({ token }) => <JoinCommands token={token} />}
    </IssueSecretDialog>
  )
}

/** The address is the one that this page was opened by: it has to be one that the other host reaches. */
function JoinCommands({ token }: { token: string }) {
  const { origin, hostname, protocol } = location
  const isPlain = protocol === 'http:'
  const join = `join ${origin} ${token}${isPlain && !isLoopback(hostname) ? ' --plain-http' : ''}`
  return (
    <div className="flex flex-col gap-3">
      {isPlain ? (
        <p className="rounded-md border border-warn/40 bg-warn-wash px-3 py-2">
          {isLoopback(hostname)
            ? `No other host reaches the dashboard at ${hostname}. Put a proxy with TLS in front of it, and open this page by that address.`
            : 'This address has no TLS: the credential and the profiles cross the network unprotected.'}
        </p>
      ) : null}
      <p>On the host, in a checkout of Hearth or where it is installed:</p>
      <Command text={`sudo npx hearth ${join}`} />
      <p>Or as a container, from an image of Hearth:</p>
      <Command
        text={`docker run -d --name hearth-collector --restart unless-stopped -v /var/run/docker.sock:/var/run/docker.sock -v hearth-collector:/var/lib/hearth hearth lib/command-line/main.ts ${join}`}
      />
      <p className="text-muted">The host appears in this list within seconds. The token is shown this once.</p>
    </div>
  )
}
