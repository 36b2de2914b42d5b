'use client'
import { ArrowLeftRight, FlaskConical, Layers } from 'lucide-react'
import { useMemo } from 'react'
import type { ComparedRuns } from '../../../lib/contract/experiment-sides.ts'
import { formatCount, formatCountOf } from '../../../lib/profile/format/units.ts'
import { createRunsHref } from '../../links/compare-href.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { LateMenu } from '../../ui/late-menu.tsx'
import { Menu, MenuItem, MenuSeparator } from '../../ui/menu.tsx'
import { copyWithToast } from '../../ui/copy-text.ts'
import { ExperimentFormats } from '../../experiments/export-experiment.tsx'
import { exportButton } from '../export/export-button.tsx'
import { lateTools } from '../shell/late-tools.ts'
import { ProfileViewer } from '../shell/profile-viewer.tsx'
import { Notice } from '../shell/viewer-notices.tsx'
import { createProfileSource } from '../worker/load-profile.ts'
import { createBaseline } from './baseline-at.ts'
import { lateOwnerTools } from './late-owner-tools.ts'

interface Props {
  readonly experimentId: string
  /** Numbers of two configurations. */
  readonly pair: readonly [before: number, after: number]
  readonly compared: ComparedRuns
  readonly query: string
}

/** Two configurations of an experiment: each side is a profile of all its runs, whose weights are for each request. */
export function ComparedRunsViewer({ experimentId, pair: [before, after], compared, query }: Props) {
  const dataUrl = (side: 'before' | 'after') =>
    `/api/v1/experiments/${experimentId}/sides/${side}?before=${before}&after=${after}`
  const [beforeUrl, afterUrl] = [dataUrl('before'), dataUrl('after')]
  const source = useMemo(() => createProfileSource(afterUrl), [afterUrl])
  const { profile } = compared.before
  // false: a side is no stored profile, and has no page.
  const baseline = useMemo(
    () => createBaseline(profile, beforeUrl, false, { id: experimentId, before, after }),
    [profile, beforeUrl, experimentId, before, after],
  )
  const experiment = `/experiments/${experimentId}`
  return (
    <ProfileViewer
      summary={compared.after.profile}
      source={source}
      baseline={baseline}
      query={query}
      notes={[]}
      notesApi={null}
      tools={(viewer) => (
        <>
          <RunCounts compared={compared} isShown={viewer.isShown} />
          <ButtonLink
            href={createRunsHref(experimentId, [after, before])}
            prefetch={false}
            icon={ArrowLeftRight}
            title="Swap before and after"
          >
            <span className="tight:sr-only">Swap</span>
          </ButtonLink>
          <ButtonLink
            href={`${experiment}?compare=${before},${after}`}
            prefetch={false}
            icon={FlaskConical}
            title="The experiment of these runs"
          >
            <span className="bare:sr-only">Experiment</span>
          </ButtonLink>
          <LateMenu late={lateOwnerTools} isWanted={viewer.isShown} trigger={exportButton}>
            {({ ExportMenu }, menu) => (
              <ExportMenu
                {...menu}
                summary={compared.after.profile}
                baseline={profile}
                profileId={null}
                query={viewer.query}
                scene={viewer.getExportSource}
                twoCounts={viewer.exportDifffolded}
              >
                <MenuSeparator />
                <p className="px-2 py-1 text-xs text-muted">The whole experiment</p>
                <ExperimentFormats experimentId={experimentId} />
              </ExportMenu>
            )}
          </LateMenu>
          <ShareMenu experimentId={experimentId} />
        </>
      )}
      notices={
        compared.leftOut === 0 ? null : (
          <Notice tone="information">
            {`${formatCountOf(compared.leftOut, 'run')} of both left out: without a CPU profile, by another engine, or too many to read.`}
          </Notice>
        )
      }
    />
  )
}

/**
 * A share link is of stored profiles, and the runs of a configuration are none: an address for people who sign in, a
 * file for all others.
 */
function ShareMenu({ experimentId }: { experimentId: string }) {
  const copy = () =>
    copyWithToast(location.href, 'Copied the address of this view.', 'The browser refused to copy the address.')
  return (
    <Menu trigger={<Button variant="primary">Share</Button>}>
      <MenuItem onSelect={() => void copy()}>
        <span className="flex flex-col">
          Copy the address of this view
          <span className="text-xs text-muted">for people who sign in here</span>
        </span>
      </MenuItem>
      <MenuItem asChild>
        <a href={`/api/v1/experiments/${experimentId}/export?format=html`} download>
          <span className="flex flex-col">
            HTML file of the experiment
            <span className="text-xs text-muted">for everyone: its report with flame graphs, needs no server</span>
          </span>
        </a>
      </MenuItem>
    </Menu>
  )
}

/** Explains the widths, and says how many runs there are; more of it when pressed. */
function RunCounts({ compared, isShown }: { compared: ComparedRuns; isShown: boolean }) {
  const { before, after } = compared
  return (
    <LateMenu
      late={lateTools}
      isWanted={isShown}
      trigger={
        <Button title="What is compared">
          <Layers size={14} aria-hidden /> Mean per request
          <span className="figures">
            {formatCount(before.runs)} → {formatCountOf(after.runs, 'run')}
          </span>
        </Button>
      }
    >
      {({ Popover }, menu) => (
        <Popover {...menu} title="What is compared" align="end" className="w-96 max-w-[calc(100vw-1rem)]">
          <p className="text-sm">{describe(compared)}</p>
        </Popover>
      )}
    </LateMenu>
  )
}

function describe({ before, after, leftOut, leastRuns }: ComparedRuns): string {
  const counts = [before.runs, after.runs]
  const enough = counts.filter((count) => count >= leastRuns).length
  const how = [
    `by samples, and by how far functions that did not change lie apart: fewer than ${leastRuns} runs of a side do not show how far runs differ`,
    `by how far the runs of one side differ: the other has fewer than ${leastRuns}`,
    'by how far runs differ',
  ][enough]!
  return [
    `CPU time of each request, in the graph the mean of all runs: ${formatCount(before.runs)} before, ${formatCount(after.runs)} after`,
    ...(leftOut > 0
      ? [
          ` (${formatCount(leftOut)} more have no CPU profile, were recorded by another engine, or are too many to read)`,
        ]
      : []),
    `. What is significant is decided ${how}.`,
    ...(enough === 0
      ? [' What the experiment found, between the runs of all its configurations, comes before that.']
      : []),
  ].join('')
}
