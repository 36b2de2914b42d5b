'use client'
import type { ReactNode } from 'react'
import type { Target } from '../../lib/contract/target.ts'
import { nameOfHost } from '../jvms/group-targets.ts'
import { targetName, userName } from '../jvms/select-targets.ts'
import { Sparkline } from '../jvms/sparkline.tsx'
import { useLive } from '../live/use-live.tsx'
import { Uptime } from '../live/use-now.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { Name } from '../ui/name.tsx'
import { formatBytes, formatCount, formatCpu } from '../../lib/profile/format/units.ts'
import { shortDockerId } from '../../lib/profile/names/short-names.ts'

/** Shows facts of a JVM that need no question to it. */
export function TargetFacts({ target }: { target: Target }) {
  const { container, jvm, user } = target
  const collectors = useLive((state) => state.collectors)
  const figures = (text: string) => <span className="figures">{text}</span>
  return (
    <Facts>
      <Fact name="Container">
        <Name text={targetName(target)} />
        {container ? <CopyButton text={container.name} label="Copy container name" /> : null}
      </Fact>
      {collectors.length > 1 ? (
        <Fact name="Host">
          <Name text={nameOfHost(target.collectorId, collectors)} />
        </Fact>
      ) : null}
      {container ? (
        <>
          <Fact name="Image">
            <Name text={container.image} mono />
            <CopyButton text={container.image} label="Copy image" />
          </Fact>
          <Fact name="Container id">
            {figures(shortDockerId(container.id))}
            <CopyButton text={container.id} label="Copy container id" />
          </Fact>
        </>
      ) : null}
      {container?.composeProject ? (
        <Fact name="Compose">
          <Name text={`${container.composeProject} / ${container.composeService ?? '–'}`} />
        </Fact>
      ) : null}
      <Fact name="JDK">
        <Name text={[jvm.version, jvm.vendor].filter(Boolean).join(' · ') || 'not known'} />
      </Fact>
      <Fact name="Collector">{jvm.collector ? <Name text={jvm.collector} /> : 'not known'}</Fact>
      <Fact name="Frame pointers">
        {jvm.preserveFramePointer === null ? 'not known' : jvm.preserveFramePointer ? 'preserved' : 'not preserved'}
      </Fact>
      <Fact name="User">
        <Name text={userName(target)} />
        {user.name === null ? <span className="text-faint">no passwd entry</span> : figures(`uid ${user.uid}`)}
      </Fact>
      <Fact name="PID">
        {figures(
          target.namespacePid === target.hostPid
            ? String(target.hostPid)
            : `${target.hostPid} on the host, ${target.namespacePid} inside`,
        )}
      </Fact>
      <Fact name="Up">
        <span className="figures">
          <Uptime since={target.startedAt} />
        </span>
      </Fact>
      <Fact name="Threads">{figures(formatCount(target.threads))}</Fact>
      <Fact name="CPU">
        <Sparkline percents={target.cpuHistory} />
        {figures(target.cpuPercent === null ? '–' : formatCpu(target.cpuPercent))}
        <span className="text-muted">
          {container?.cpuLimit ? `of ${container.cpuLimit} CPU${container.cpuLimit === 1 ? '' : 's'}` : 'no limit'}
        </span>
      </Fact>
      <Fact name="Heap">
        {figures(target.heapUsedBytes === null ? 'not available (perf data off)' : formatBytes(target.heapUsedBytes))}
        {target.heapLimitBytes === null ? null : (
          <span className="figures text-muted">of {formatBytes(target.heapLimitBytes)}</span>
        )}
      </Fact>
      <Fact name="Resident">
        {figures(formatBytes(target.residentBytes))}
        <span className="figures text-muted">
          {container?.memoryLimitBytes ? `of ${formatBytes(container.memoryLimitBytes)}` : ''}
        </span>
      </Fact>
      {container ? <Fact name="Root file system">{container.readOnlyRoot ? 'read-only' : 'writable'}</Fact> : null}
    </Facts>
  )
}

/** Named facts in columns. */
function Facts({ children }: { children: ReactNode }) {
  return <dl className="grid grid-cols-1 gap-x-8 border-t border-line sm:grid-cols-2 lg:grid-cols-3">{children}</dl>
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex min-h-9 min-w-0 items-center gap-3 border-b border-line py-1.5">
      <dt className="w-28 shrink-0 text-muted">{name}</dt>
      <dd className="flex min-w-0 flex-1 items-center gap-1.5">{children}</dd>
    </div>
  )
}
