/** An experiment as one HTML file, with a flame graph for each configuration; it needs no network. */
import { text } from 'node:stream/consumers'
import { formatValues } from '../../contract/describe-effects.ts'
import { getEventLabel } from '../../contract/engines.ts'
import type { ReportPart } from '../../contract/experiment-report.ts'
import type { Experiment } from '../../contract/experiments.ts'
import { findTypicalRun } from '../../contract/summarise-runs.ts'
import { escapeHtml } from '../../profile/names/escape-html.ts'
import type { Store } from '../../store/store.ts'
import { writeProfile } from '../profiles/profile-thread.ts'
import { readStored } from '../profiles/read-stored.ts'

/** Flame graphs that are made for the HTML file of an experiment, so that it opens at once; others are left out. */
const mostGraphs = 40
/** Bytes of the flame graphs in that file, so that a mail can have it; a graph that is too large is listed instead. */
const mostGraphBytes = 16 * 2 ** 20

interface RunGraph {
  readonly title: string
  /** An HTML element. */
  readonly frame: string
}

/**
 * The only scripts are those inside the graphs. No other source is allowed, so a name that got past `escapeHtml` could
 * load or send nothing.
 */
const policy = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; frame-src data:"

/** Width of a graph, as the SVG of an export has it, and room for a scroll bar beside or below it, in CSS pixels. */
const graphWidthPx = 1200
const scrollBarPx = 20

const styles = `
:root { color-scheme: light dark }
body { margin: 0 auto; max-width: 96rem; padding: 1.5rem 1rem 4rem; font: 14px/1.5 system-ui, sans-serif }
h1 { font-size: 1.4rem } h2 { font-size: 1.1rem; margin-top: 2rem }
div { overflow-x: auto } table { border-collapse: collapse; font-variant-numeric: tabular-nums }
th, td { padding: 0.3rem 0.6rem; text-align: left; vertical-align: top; border-bottom: 1px solid #8884 }
th { font-weight: 500; opacity: 0.75; white-space: nowrap } p { max-width: 70ch }
details { border-bottom: 1px solid #8884; padding: 0.4rem 0 } summary { cursor: pointer }
iframe { width: ${graphWidthPx + scrollBarPx}px; border: 0; background: #fff }
`

/** Gives a page of the report and the graphs. It names the graphs that are left out. */
export async function writeExperimentHtml(
  experiment: Experiment,
  parts: readonly ReportPart[],
  profiles: Pick<Store['profiles'], 'open'>,
): Promise<string> {
  const { graphs, leftOut, missing } = await drawGraphs(experiment, profiles)
  const notes = [
    ...(graphs.length > 0
      ? ['Each is of the run whose throughput is in the middle. A click on a frame zooms; Ctrl-F searches.']
      : []),
    ...(leftOut.length > 0 ? [`Without a graph, to keep this file small: ${leftOut.join('; ')}.`] : []),
    ...(missing.length > 0
      ? [`Without a graph, since no profile of it is in the library: ${missing.join('; ')}.`]
      : []),
  ]
  const ofGraphs: readonly ReportPart[] = [
    { title: 'Flame graphs', level: 2 },
    { text: notes.length > 0 ? notes.join(' ') : 'It has no profiles.' },
  ]
  return [
    '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8" />',
    `<meta http-equiv="Content-Security-Policy" content="${policy}" />`,
    '<meta name="viewport" content="width=device-width" />\n<meta name="generator" content="Hearth experiment" />',
    `<title>${escapeHtml(experiment.name)}</title>\n<style>${styles}</style>\n</head>\n<body>`,
    ...[...parts, ...ofGraphs].map(writePart),
    ...graphs.map(writeGraph),
    '</body>\n</html>\n',
  ].join('\n')
}

async function drawGraphs(
  { configurations, runs }: Experiment,
  profiles: Pick<Store['profiles'], 'open'>,
): Promise<{ graphs: RunGraph[]; leftOut: string[]; missing: string[] }> {
  const graphs: RunGraph[] = []
  const leftOut: string[] = []
  const missing: string[] = []
  let attempts = 0
  let bytes = 0
  for (const { number, values } of configurations) {
    const run = findTypicalRun(runs.filter(({ configuration }) => configuration === number))
    const named = [`Configuration ${number}`, formatValues(values)].filter((one) => one !== '').join(', ')
    if ((run?.profiles ?? []).length === 0) missing.push(named)
    for (const { event, profileId } of run?.profiles ?? []) {
      const title = `${named}: ${getEventLabel(event)}, run ${run!.number}`
      if (attempts >= mostGraphs) {
        leftOut.push(title)
        continue
      }
      const gzipped = await readStored(profiles, profileId)
      if (gzipped === null) {
        missing.push(title)
        continue
      }
      const frame = writeFrame(title, await drawGraph(gzipped, title))
      attempts++
      // A smaller one after it may have room.
      if (bytes + frame.length > mostGraphBytes) leftOut.push(title)
      else {
        bytes += frame.length
        graphs.push({ title, frame })
      }
    }
  }
  return { graphs, leftOut, missing }
}

function drawGraph(gzipped: Uint8Array, title: string): Promise<string> {
  return text(writeProfile(gzipped, { format: 'svg', annotate: false, title }))
}

function writePart(part: ReportPart): string {
  if ('title' in part) return `<h${part.level}>${escapeHtml(part.title)}</h${part.level}>`
  if ('text' in part) {
    const strong = part.strong === undefined ? '' : `<strong>${escapeHtml(part.strong)}</strong> `
    return `<p>${strong}${escapeHtml(part.text)}</p>`
  }
  const head = part.titles.map((title) => `<th scope="col">${escapeHtml(title)}</th>`).join('')
  const rows = part.rows.map((cells) => {
    const written = cells.map((cell) =>
      typeof cell === 'string' ? escapeHtml(cell) : `<strong>${escapeHtml(cell.strong)}</strong>`,
    )
    return `<tr>${written.map((cell) => `<td>${cell}</td>`).join('')}</tr>`
  })
  return `<div tabindex="0"><table><thead><tr>${head}</tr></thead><tbody>\n${rows.join('\n')}\n</tbody></table></div>`
}

function writeGraph({ title, frame }: RunGraph): string {
  return `<details><summary>${escapeHtml(title)}</summary><div>${frame}</div></details>`
}

/** Puts a graph in a frame of its own, since all graphs have the same scripts and ids. */
function writeFrame(title: string, svg: string): string {
  const heightPx = Number(/<svg[^>]* height="(\d+)/.exec(svg)?.[1] ?? 600) + scrollBarPx
  const data = Buffer.from(svg).toString('base64')
  return `<iframe loading="lazy" title="${escapeHtml(title)}" height="${heightPx}" src="data:image/svg+xml;base64,${data}"></iframe>`
}
