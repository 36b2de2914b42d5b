'use client'
import { CirclePause } from 'lucide-react'
import Link from 'next/link'
import { memo, type ReactNode, useEffect, useState } from 'react'
import { captureStateLabels } from '../../lib/contract/capture-labels.ts'
import type { Capture } from '../../lib/contract/capture.ts'
import type { Target } from '../../lib/contract/target.ts'
import { ProfileButton } from '../capture/profile-button.tsx'
import { Uptime } from '../live/use-now.tsx'
import { Badge } from '../ui/badge.tsx'
import { buttonClass } from '../ui/button.tsx'
import { classNames } from '../ui/class-names.ts'
import { Name } from '../ui/name.tsx'
import { Spinner } from '../ui/spinner.tsx'
import { visibleText } from '../../lib/profile/view/visible-text.ts'
import { formatBytes, formatBytesBeside, formatCpu } from '../../lib/profile/format/units.ts'
import { jvmGrid, jvmRowHeight } from './jvm-columns.ts'
import { meanCpuPercent, targetName, userName } from './select-targets.ts'
import { shortImage, shortMainClass } from '../../lib/profile/names/short-names.ts'
import { Sparkline } from './sparkline.tsx'
import { engineTable, getEngineLabel } from '../../lib/contract/engines.ts'
import { LevelMark } from '../capture/level-mark.tsx'
import { selectBestReadiness, sortReadiness, explainLevel } from '../capture/readiness.ts'

/**
 * The best engine for a target and why it is not better, one click from the doctor's whole answer; the title tells of
 * all.
 */
function EngineCell({ target }: { target: Target }) {
  const { engine, level, reason: why } = selectBestReadiness(target)
  const reason = visibleText(why)
  const all = sortReadiness(target.readiness).map((one) => {
    const because = explainLevel(one)
    return `${engineTable[one.engine].title}: ${one.level}${because ? `, ${visibleText(because)}` : ''}`
  })
  return (
    <Link
      href={`/targets/${target.id}#doctor`}
      prefetch={false}
      title={all.join('\n') || reason || undefined}
      className="finger-high flex min-w-6 items-center gap-1.5 rounded-md hover:underline"
    >
      <LevelMark level={level} />
      {reason ? <span className="sr-only">{level}: </span> : null}
      {level === 'blocked' ? null : <span className="truncate">{getEngineLabel(engine)}</span>}
      {reason === '' ? (
        <span className="sr-only">{level}</span>
      ) : (
        // Beside an engine two words would fit.
        <span className={level === 'blocked' ? 'truncate text-muted' : 'sr-only'}>{reason}</span>
      )}
    </Link>
  )
}

/** One JVM. Drawn again only when something of it changes. */
export const JvmRow = memo(function JvmRow({
  target,
  capture,
  isOutdated,
  index,
}: {
  target: Target
  /** The capture of it that is under way. */
  capture: Capture | undefined
  /** Whether the collector of the JVM does not answer. */
  isOutdated: boolean
  index: number
}) {
  const { container, jvm } = target
  const cpuPercent = meanCpuPercent(target)
  const shown = useLastCapture(capture)
  return (
    <div
      data-target={target.id}
      role="row"
      aria-rowindex={index + 2}
      className={classNames(
        'group/row relative grid [contain:layout_size_style] grid-cols-2 gap-x-4 gap-y-1 border-b border-line px-2 py-3 hover:bg-surface max-xl:auto-rows-[1.5rem] md:grid-cols-4 xl:py-1',
        jvmGrid,
        jvmRowHeight,
        // Why is said once, above all of them.
        isOutdated && '[&_*]:text-faint!',
      )}
    >
      <Cell className="flex min-w-0 items-center gap-1.5 max-xl:col-span-full max-xl:pr-32 max-xl:text-base">
        <Link
          href={`/targets/${target.id}`}
          prefetch={false}
          className="finger-high flex min-w-6 rounded-md font-medium hover:underline"
        >
          <Name text={targetName(target)} className={container ? undefined : 'font-normal text-muted'} />
        </Link>
        {isOutdated ? (
          <span className="sr-only">as last seen</span>
        ) : target.state === 'running' ? null : (
          <Badge tone="warn">
            <CirclePause size={12} aria-hidden />
            {target.state}
          </Badge>
        )}
      </Cell>
      <Cell label="Image">
        {container ? (
          <Name text={shortImage(container.image)} whole={container.image} mono className="text-muted" />
        ) : (
          <span className="text-faint">–</span>
        )}
      </Cell>
      <Cell label="Main">
        <Name text={shortMainClass(jvm.mainClass)} whole={jvm.mainClass} mono />
      </Cell>
      <Cell label="JDK">
        <span
          className="figures truncate"
          title={visibleText([jvm.version, jvm.vendor, jvm.collector].filter(Boolean).join(' · '))}
        >
          {jvm.version === null ? '–' : visibleText(jvm.version)}
        </span>
      </Cell>
      <Cell label="User">
        <Name text={userName(target)} />
      </Cell>
      <Cell label="CPU">
        <span className="flex items-center gap-2">
          <Sparkline percents={target.cpuHistory} />
          <span
            className="figures w-11 text-right"
            title={target.cpuPercent === null ? undefined : `Over the last minute; now ${formatCpu(target.cpuPercent)}`}
          >
            {cpuPercent === null ? '–' : formatCpu(cpuPercent)}
          </span>
        </span>
      </Cell>
      <Cell label="Heap">
        <HeapOfLimit target={target} />
      </Cell>
      <Cell label="Up">
        <span className="figures">
          <Uptime since={target.startedAt} />
        </span>
      </Cell>
      <Cell label="Engine">
        <EngineCell target={target} />
      </Cell>
      <Cell className="flex justify-end max-xl:absolute max-xl:top-2.5 max-xl:right-2">
        {shown ? (
          <Link
            href={`/captures/${shown.id}`}
            prefetch={false}
            className={buttonClass({ size: 'small' }, 'border-ember/60 min-w-0 px-2')}
          >
            {capture ? <Spinner /> : null}
            {capture ? captureStateLabels[capture.state].now : 'Open'}
          </Link>
        ) : isOutdated ? null : (
          <ProfileButton target={target} />
        )}
      </Cell>
    </div>
  )
})

/** Who presses what the capture under way shows as it ends must not start another one. */
const openMs = 2000

/** The capture under way, and for a moment more the one that has just ended. */
function useLastCapture(capture: Capture | undefined): Capture | undefined {
  const [last, setLast] = useState(capture)
  if (capture && capture !== last) setLast(capture)
  const hasEnded = capture === undefined && last !== undefined
  useEffect(() => {
    if (!hasEnded) return undefined
    const timer = setTimeout(() => setLast(undefined), openMs)
    return () => clearTimeout(timer)
  }, [hasEnded])
  return capture ?? last
}

/** A cell that carries its column's name where there are no columns. */
function Cell({ label, className, children }: { label?: string; className?: string; children: ReactNode }) {
  return (
    <div role="cell" className={className ?? 'flex min-w-0 items-center gap-2'}>
      {label ? <span className="w-11 shrink-0 text-xs text-faint xl:hidden">{label}</span> : null}
      {children}
    </div>
  )
}

/** The used heap; of a JVM that publishes no counters its resident memory, labelled so. */
function HeapOfLimit({ target: { heapUsedBytes, heapLimitBytes, residentBytes } }: { target: Target }) {
  const limit = heapLimitBytes === null ? null : formatBytes(heapLimitBytes)
  const resident = formatBytes(residentBytes)
  if (heapUsedBytes === null) {
    const title = `${resident} resident. The heap in use is unknown: this JVM publishes no counters.${limit === null ? '' : ` Heap limit: ${limit}.`}`
    return (
      <span className="figures min-w-0 truncate" title={title}>
        <span className="text-faint">RSS </span>
        {resident}
      </span>
    )
  }
  const used = formatBytesBeside(heapUsedBytes, heapLimitBytes ?? heapUsedBytes)
  const unit = limit?.slice(limit.indexOf(' '))
  return (
    <span className="figures min-w-0 truncate" title={`${resident} resident`}>
      {unit && used.endsWith(unit) ? used.slice(0, -unit.length) : used}
      {limit ? <span className="text-faint"> of {limit}</span> : null}
    </span>
  )
}
