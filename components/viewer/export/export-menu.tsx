import type { ReactNode } from 'react'
import { getEventLabel } from '../../../lib/contract/engines.ts'
import type { ProfileSummary } from '../../../lib/contract/profile.ts'
import { profileFileName } from '../../../lib/contract/profile-file-name.ts'
import { formatCaptured, profileHeadline } from '../../../lib/contract/profile-title.ts'
import { comparisonTitle, titleSides } from '../../../lib/contract/tell-apart.ts'
import { formatDuration } from '../../../lib/profile/format/units.ts'
import { formatWeight } from '../../../lib/profile/format/weight.ts'
import { Menu, MenuItem, MenuSeparator } from '../../ui/menu.tsx'
import type { LateMenuProps } from '../../ui/late-menu.tsx'
import type { ExportSource } from './export-source.ts'
import { showProblem, showToast } from '../../ui/toast.tsx'
import { renderPng } from '../../flame-graph/export/png-export.ts'
import { writeSvg } from '../../flame-graph/export/svg-export.ts'

/** Files to download: the visible graph as an image, and, where there is a server to ask, the whole profile. */
export function ExportMenu({
  summary,
  baseline = null,
  profileId,
  query,
  scene,
  twoCounts = null,
  children,
  ...menu
}: Pick<LateMenuProps, 'trigger'> &
  Partial<LateMenuProps> & {
    summary: ProfileSummary
    /** The baseline, if any. */
    baseline?: ProfileSummary | null
    /** null where no stored profile is shown: in a file of its own, and for all runs of a configuration. */
    profileId: string | null
    /** The view as a query: the HTML file opens with it. */
    query: () => string
    scene: () => ExportSource | null
    /** Gives both sides of a comparison in one text; null without one. */
    twoCounts?: (() => Promise<Blob>) | null
    /** Files of the thing that the profile is a part of, as an experiment. */
    children?: ReactNode
  }) {
  const name = [profileFileName(summary), ...(baseline ? [profileFileName(baseline)] : [])].join('.against.')
  const save = (format: 'png' | 'svg') => saveImage(scene(), `${name}.${format}`, imageLabels(summary, baseline))
  return (
    <Menu {...menu}>
      <MenuItem onSelect={() => save('png')}>
        <Lines label="PNG of this view" more="its graphs as they are on the screen, with title and legend" />
      </MenuItem>
      <MenuItem onSelect={() => save('svg')}>
        <Lines label="SVG of this view" more="the same as a drawing, for documents" />
      </MenuItem>
      {twoCounts ? (
        <MenuItem onSelect={() => void twoCounts().then((blob) => saveBlob(blob, `${name}.diff.folded`), showProblem)}>
          <Lines label="Folded, two counts" more="before and after, as difffolded.pl writes them" />
        </MenuItem>
      ) : null}
      {children}
      {profileId === null ? null : (
        <>
          <MenuSeparator />
          <p className="px-2 py-1 text-xs text-muted">{nameWholeFile(summary, baseline)}</p>
          <ProfileFormats profileId={profileId} query={query} />
        </>
      )}
    </Menu>
  )
}

/** What the files have that do not follow the view: of a comparison one side, unless both sides are parts of it. */
function nameWholeFile(summary: ProfileSummary, baseline: ProfileSummary | null): string {
  if (!baseline || baseline.id === summary.id) return 'The whole profile'
  return `${titleSides(baseline, summary).after} alone, the whole profile`
}

/** Mounted when the menu opens, so that it asks for the view of that moment. */
function ProfileFormats({ profileId, query }: { profileId: string; query: () => string }) {
  const view = query()
  const item = (parameters: Record<string, string>, label: string, more: string): ReactNode => (
    <MenuItem asChild>
      <a href={`/api/v1/profiles/${profileId}/export?${new URLSearchParams(parameters).toString()}`} download>
        <Lines label={label} more={more} />
      </a>
    </MenuItem>
  )
  return (
    <>
      {item({ format: 'html', view }, 'HTML file', 'the viewer and the whole profile; needs no server')}
      {item({ format: 'svg' }, 'Interactive SVG', 'one file with zoom and search, like that of flamegraph.pl')}
      <MenuSeparator />
      {item({ format: 'pprof' }, 'pprof', 'for go tool pprof, Pyroscope, Parca, Grafana')}
      {item({ format: 'otlp' }, 'OTLP profiles', 'for OpenTelemetry collectors')}
      {item({ format: 'speedscope' }, 'speedscope', 'JSON for speedscope.app')}
      {item({ format: 'folded' }, 'Folded stacks', 'a;b;c 42, one line a stack')}
      {item({ format: 'folded', annotate: '1' }, 'Folded, annotated', 'with _[j] _[k] for flamegraph.pl --color=java')}
      {item({ format: 'hearth' }, 'Hearth profile', 'as Hearth stores it, for another Hearth')}
    </>
  )
}

function Lines({ label, more }: { label: string; more: string }) {
  return (
    <span>
      {label}
      <span className="block text-xs text-muted">{more}</span>
    </span>
  )
}

interface ImageLabels {
  readonly title: string
  readonly subtitle: string
}

/** Text above the graph of an image. */
function imageLabels(summary: ProfileSummary, baseline: ProfileSummary | null): ImageLabels {
  const title = baseline ? comparisonTitle(baseline, summary) : profileHeadline(summary)
  return { title, subtitle: [summary, ...(baseline ? [baseline] : [])].map(listFacts).join(' against ') }
}

function listFacts(summary: ProfileSummary): string {
  const { durationMs, event, total, unit } = summary
  return [
    [...(durationMs === null ? [] : [formatDuration(durationMs)]), getEventLabel(event)].join(' of '),
    formatWeight(total, unit),
    formatCaptured(summary),
  ].join(', ')
}

/** Saves the visible graph; shows a message when there is none, or when the browser cannot. */
function saveImage(source: ExportSource | null, name: string, labels: ImageLabels): void {
  if (source === null) {
    showToast({ text: 'There is no graph on the screen to save: choose the view Graph first.', isAdvice: true })
    return
  }
  const options = { ...source, ...labels }
  const image = name.endsWith('.png')
    ? renderPng(options)
    : Promise.resolve(new Blob([writeSvg(options)], { type: 'image/svg+xml' }))
  image.then(
    (blob) => saveBlob(blob, name),
    (error: unknown) => {
      console.error(error)
      showToast({ text: `The browser could not make ${name}.`, tone: 'bad' })
    },
  )
}

function saveBlob(blob: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(blob)
  link.download = fileName(name)
  link.click()
  URL.revokeObjectURL(link.href)
}

/** Gives a name that each disk takes: a name of a profile is hostile text. */
function fileName(name: string): string {
  return name.replaceAll(/[^\w.-]+/g, '-').replace(/^[-.]+/, '') || 'profile'
}
