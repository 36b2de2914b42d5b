'use client'
import { Play, RotateCw, Square, StepForward } from 'lucide-react'
import Link from 'next/link'
import { type ReactNode, useState } from 'react'
import type { ExperimentDirectory, ExperimentPlan, StartExperiment } from '../../lib/contract/experiment-directories.ts'
import { formatValues } from '../../lib/contract/describe-effects.ts'
import { formatCount, formatCountOf, formatDuration } from '../../lib/profile/format/units.ts'
import { visibleText } from '../../lib/profile/view/visible-text.ts'
import { useIsOwn, useMay } from '../access/use-may.tsx'
import { describePerson } from '../capture/capture-labels.ts'
import { callApi } from '../api/call-api.ts'
import type { Answer } from '../api/load-answers.ts'
import { useRead } from '../api/use-read.ts'
import { useLive } from '../live/use-live.tsx'
import { Ago } from '../live/use-now.tsx'
import { ReadProblem } from '../read-problem.tsx'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog, DialogActions } from '../ui/dialog.tsx'
import { Name } from '../ui/name.tsx'
import { Section } from '../ui/section.tsx'
import { showProblem } from '../ui/toast.tsx'

/** For owners: the experiments that the operator lets them start. Nothing where there are none. */
export function ExperimentDirectories() {
  const may = useMay()
  return may('admin') ? <Directories /> : null
}

function Directories() {
  const { directories, problem, retry, put } = useDirectories()
  const [asked, ask] = useState<Asked | null>(null)
  if (directories.length === 0 && problem === null) return null
  const isBusy = directories.some(({ underWay }) => underWay !== null)
  const stop = ({ number }: ExperimentDirectory) =>
    callApi(`/api/v1/experiment-directories/${number}/stop`, { method: 'POST', answer: 'experimentDirectory' }).then(
      put,
      showProblem,
    )
  return (
    <div className="mb-8">
      <Section
        id="experiment-directories"
        title="Start an experiment"
        actions={
          problem === null ? (
            <Button size="small" variant="ghost" icon={RotateCw} onClick={retry}>
              Check again
            </Button>
          ) : null // _Try again_ beside the problem does the same
        }
      >
        <ReadProblem problem={problem} isOlderShown={directories.length > 0} onRetry={retry} className="mb-3" />
        <ul className="divide-y divide-line border-line not-empty:border-y">
          {directories.map((directory) => (
            <Row
              key={directory.number}
              directory={directory}
              isBusy={isBusy}
              onStart={(action) => directory.plan && ask({ directory, plan: directory.plan, action })}
              onStop={() => void stop(directory)}
            />
          ))}
        </ul>
      </Section>
      {asked === null ? null : (
        <StartDialog
          {...asked}
          onClose={() => ask(null)}
          onStarted={put}
          onRefused={(error) => {
            showProblem(error)
            retry()
          }}
        />
      )}
    </div>
  )
}

/**
 * Asks the server again when an experiment begins or ends. While one is under way whose series is not known yet it also
 * asks when the library changes: the first profile that is reported makes the series known.
 */
function useDirectories() {
  const changes = useLive((state) => state.directoriesVersion)
  const reports = useLive((state) => state.libraryVersion)
  const awaits = (one: ExperimentDirectory) => one.underWay !== null && linkOf(one) === null
  const read = useRead<Answer<'experimentDirectories'>>(
    '/experiment-directories',
    (answer) => `${changes} ${answer?.directories.some(awaits) ? reports : 0}`,
    (signal) => callApi('/api/v1/experiment-directories', { answer: 'experimentDirectories', signal }),
  )
  const directories = read.value?.directories ?? []
  return {
    ...read,
    directories,
    put: (changed: ExperimentDirectory) =>
      read.put((before) => ({
        directories: (before?.directories ?? []).map((one) => (one.number === changed.number ? changed : one)),
      })),
  }
}

/** The page of what is under way, once its series of runs is known. */
function linkOf({ underWay, plan }: ExperimentDirectory): string | null {
  if (underWay === null || !plan?.series) return null
  const { id, startedAt } = plan.series
  // A series that began before belongs to an earlier start.
  return underWay.action === 'resume' || startedAt >= underWay.startedAt ? `/experiments/${id}` : null
}

/** The other person who started what is under way; null where the user did. */
function useOtherStarter({ underWay }: ExperimentDirectory): string | null {
  const isOwn = useIsOwn()
  const startedBy = underWay?.startedBy ?? null
  return startedBy === null || isOwn(startedBy) ? null : startedBy
}

interface RowProps {
  readonly directory: ExperimentDirectory
  /** Whether an experiment is under way, in this directory or in another. */
  readonly isBusy: boolean
  readonly onStart: (action: StartExperiment['action']) => void
  readonly onStop: () => void
}

function Row({ directory: found, isBusy, onStart, onStop }: RowProps) {
  const { number, directory, plan, problem, underWay, lastEnd } = found
  const link = linkOf(found)
  const starter = useOtherStarter(found)
  /** Two directories may have an experiment of one name. */
  const label = visibleText(plan === null ? directory : `${plan.name} in ${directory}`)
  const isElsewhere = underWay === null && plan?.isUnderWay === true
  const unfinished =
    underWay === null && !isElsewhere && plan?.series && plan.series.left.length > 0 ? plan.series : null
  const isOff = isBusy || isElsewhere
  return (
    <li data-directory={number} className="flex flex-wrap items-start gap-x-4 gap-y-2 px-2 py-3">
      <div className="flex min-w-0 flex-1 basis-80 flex-col gap-1 text-sm">
        <p className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1">
          {plan === null ? null : <Name text={plan.name} className="font-medium" wrap />}
          {underWay === null ? null : <Badge tone="ember">{underWay.isStopping ? 'Stopping' : 'Under way'}</Badge>}
          {starter === null ? null : (
            <span className="break-words text-muted">started by {describePerson(starter)}</span>
          )}
          {link === null ? null : (
            <Link href={link} className="finger-high rounded-md underline">
              Follow it
            </Link>
          )}
        </p>
        <Name text={directory} mono wrap className="text-muted" />
        {plan === null ? null : <p>{describePlan(plan)}</p>}
        {problem === null ? null : <Output text={problem} />}
        {isElsewhere ? <p className="text-muted">Under way, but not started from this page</p> : null}
        {unfinished === null || plan === null ? null : (
          <p>
            Unfinished: {formatCount(unfinished.endedRuns)} of {formatCountOf(plan.runs, 'run')} of the{' '}
            <Link href={`/experiments/${unfinished.id}`} className="finger-high rounded-md underline">
              newest series
            </Link>{' '}
            ended
          </p>
        )}
        {underWay === null && lastEnd !== null ? <LastEnd end={lastEnd} /> : null}
      </div>
      {plan === null && underWay === null ? null : (
        <div className="flex gap-2">
          {underWay === null ? (
            <>
              {unfinished === null ? null : (
                <Button
                  icon={StepForward}
                  aria-label={`Resume ${label}`}
                  disabled={isOff}
                  onClick={() => onStart('resume')}
                >
                  Resume
                </Button>
              )}
              <Button icon={Play} aria-label={`Start ${label}`} disabled={isOff} onClick={() => onStart('run')}>
                Start
              </Button>
            </>
          ) : (
            <StopButton label={label} starter={starter} isStopping={underWay.isStopping} onStop={onStop} />
          )}
        </div>
      )}
    </li>
  )
}

/** Asks before it stops what another person, `starter`, has started. */
function StopButton({
  label,
  starter,
  isStopping,
  onStop,
}: {
  label: string
  starter: string | null
  isStopping: boolean
  onStop: () => void
}) {
  const [isAsking, setAsking] = useState(false)
  return (
    <>
      <Button
        icon={Square}
        aria-label={`Stop ${label}`}
        disabled={isStopping}
        onClick={() => (starter === null ? onStop() : setAsking(true))}
      >
        Stop
      </Button>
      <Dialog
        open={isAsking && !isStopping}
        onOpenChange={setAsking}
        title="Stop this experiment?"
        about={`${describePerson(starter ?? '', true)} started it. The run that goes on is given up; those that ended stay, and it can be resumed.`}
      >
        <DialogActions>
          <Button onClick={() => setAsking(false)}>Let it run</Button>
          <Button
            variant="danger"
            onClick={() => {
              setAsking(false)
              onStop()
            }}
          >
            Stop experiment
          </Button>
        </DialogActions>
      </Dialog>
    </>
  )
}

function describePlan({ configurations, runs, seconds }: ExperimentPlan): string {
  const count = formatCountOf(configurations.length, 'configuration')
  return `${count}, ${formatCountOf(runs, 'run')}: ${describeDuration(seconds)}`
}

function describeDuration({ least, most }: ExperimentPlan['seconds']): string {
  return `${formatDuration(least * 1000)} of load, at most ${formatDuration(most * 1000)} with the time to start; building images comes on top`
}

/** Exit code of a command that Ctrl-C, or Stop on this page, ended. */
const interruptedCode = 130

function LastEnd({ end: { at, exitCode, message } }: { end: NonNullable<ExperimentDirectory['lastEnd']> }) {
  const how = exitCode === interruptedCode ? 'Stopped' : 'Ended'
  const more =
    exitCode === 0 ? ': every run counts' : exitCode === null ? ': it was killed' : ` with exit code ${exitCode}`
  return (
    <>
      <p className="text-muted">
        {how} <Ago at={at} />
        {exitCode === interruptedCode ? null : more}
      </p>
      {exitCode === 0 || exitCode === interruptedCode ? null : <Output text={message} />}
    </>
  )
}

/** Output of the command line, line by line. */
function Output({ text }: { text: string }): ReactNode {
  return (
    <div className="flex flex-col rounded-md border border-line bg-surface px-2 py-1.5">
      {text.split('\n').map((line, at) => (
        <Name key={at} text={line} mono wrap className="text-xs" />
      ))}
    </div>
  )
}

interface Asked {
  readonly directory: ExperimentDirectory
  readonly plan: ExperimentPlan
  readonly action: StartExperiment['action']
}

/** The dialog lists the first of many. */
const mostListedConfigurations = 12

/** Asks the person to confirm: an experiment keeps the host busy for the time that the dialog names. */
function StartDialog({
  directory: { number },
  plan,
  action,
  onClose,
  onStarted,
  onRefused,
}: Asked & {
  onClose: () => void
  onStarted: (directory: ExperimentDirectory) => void
  onRefused: (error: unknown) => void
}) {
  const [isBusy, setBusy] = useState(false)
  const { name, configurations, runs, series, digest } = plan
  const left = action === 'resume' && series ? series.left : null
  const count = left?.length ?? runs
  const share = runs === 0 ? 0 : count / runs
  const listed = left === null ? configurations : configurations.filter(({ number: one }) => left.includes(one))
  const seconds = { least: plan.seconds.least * share, most: plan.seconds.most * share }
  const start = () => {
    setBusy(true)
    callApi(`/api/v1/experiment-directories/${number}/start`, {
      method: 'POST',
      // Of the plan that is shown: the server can tell that experiment.yaml has changed since.
      body: { action, digest },
      answer: 'experimentDirectory',
    })
      .then(onStarted, onRefused)
      .finally(onClose)
  }
  return (
    <Dialog
      open
      isBusy={isBusy}
      onOpenChange={onClose}
      title={`${action === 'run' ? 'Start' : 'Resume'} ${visibleText(name)}?`}
      about={`${formatCountOf(count, 'run')} on this host: ${describeDuration(seconds)}.`}
      onSubmit={start}
    >
      <ol className="flex list-inside list-decimal flex-col gap-0.5 text-sm text-muted">
        {listed.slice(0, mostListedConfigurations).map(({ number: configuration, values }) => (
          <li key={configuration}>
            <Name text={formatValues(values) || 'One configuration'} wrap />
            {left === null ? null : `: ${formatCountOf(left.filter((one) => one === configuration).length, 'run')}`}
          </li>
        ))}
      </ol>
      {listed.length > mostListedConfigurations ? (
        <p className="text-sm text-muted">and {formatCount(listed.length - mostListedConfigurations)} more</p>
      ) : null}
      <DialogActions>
        <Button onClick={onClose} disabled={isBusy}>
          Cancel
        </Button>
        <Button type="submit" variant="primary" disabled={isBusy}>
          {action === 'run' ? 'Start experiment' : 'Resume experiment'}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
