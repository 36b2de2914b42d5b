/** `hearth experiment check`: the plan, before anything runs. */
import { createHash } from 'node:crypto'
import fs from 'node:fs'
import { listVariables } from '../../contract/experiment-effects.ts'
import type { ExperimentPlan } from '../../contract/experiment-directories.ts'
import { unlessProblem } from '../../errors.ts'
import type { ExperimentText } from '../../experiment/file/experiment-schema.ts'
import { createPlan, type RunPlan } from '../../experiment/plan/plan.ts'
import { formatTable } from '../plain-text.ts'
import type { CommandStreams } from '../streams.ts'
import type { ListedConfiguration } from './camp-project.ts'
import { assertDirectory } from '../paths.ts'
import { readMode } from './files.ts'
import { type ExperimentDirectoryContent, readExperimentDirectory } from './read-directory.ts'
import { isLocked } from './run/lock-directory.ts'
import { findNewestSeries, isSeriesOf, readSeries } from './run/series.ts'
import { formatCountOf } from '../../profile/format/units.ts'

interface CheckFlags {
  readonly json?: boolean | undefined
  readonly mode?: string | undefined
}

/** Gives the exit code. Throws: Problem. */
export async function checkExperiment(
  given: string,
  { json, mode }: CheckFlags,
  { stdout }: CommandStreams,
): Promise<number> {
  assertDirectory(given)
  const directory = fs.realpathSync(given)
  const content = readExperimentDirectory(directory, readMode(mode))
  const plan = content.experiment && createPlan(content.experiment.text, content.configurations.length)
  const series = plan && describeSeries(directory, content, plan)
  if (json === true) {
    const now = { digest: digestOf(directory, content), isUnderWay: await isLocked(directory), series }
    stdout.write(`${JSON.stringify({ ...describe(content, plan), ...now }, null, 2)}\n`)
  } else stdout.write(format(content, plan))
  return 0
}

function digestOf(directory: string, { source }: ExperimentDirectoryContent): string {
  return createHash('sha256')
    .update(JSON.stringify([directory, source]))
    .digest('hex')
}

/** The newest in the directory; null where there is none, or a damaged one. */
function describeSeries(
  directory: string,
  content: ExperimentDirectoryContent,
  { runs }: RunPlan,
): ExperimentPlan['series'] {
  const path = findNewestSeries(directory)
  if (path === null) return null
  return unlessProblem(() => {
    const { series, records } = readSeries(path)
    const ended = new Set(records.map(({ number }) => number))
    const left = isSeriesOf(series, content) ? runs.filter(({ number }) => !ended.has(number)) : []
    const { id, startedAt } = series
    return { id, startedAt, endedRuns: records.length, left: left.map(({ configuration }) => configuration) }
  }, null)
}

function describe({ experiment, configurations, notes }: ExperimentDirectoryContent, plan: RunPlan | null) {
  return {
    name: experiment?.text.name ?? null,
    configurations: configurations.map(({ number, values }) => ({ number, values })),
    ...{ runs: plan?.runs ?? null, seconds: plan?.seconds ?? null, notes },
  }
}

function format({ experiment, configurations, notes }: ExperimentDirectoryContent, plan: RunPlan | null): string {
  const count = formatCountOf(configurations.length, 'configuration')
  const table = tableOf(configurations)
  const noteLines = notes.map((note) => `${note}\n`).join('')
  if (!experiment || !plan)
    return `${count}\n\n${table}\n${noteLines}An experiment.yaml adds the load and what to capture: docs/experiments.md.\n`
  const { name, repetitions, seed } = experiment.text
  const { least, most } = plan.seconds
  return [
    `${name}: ${count} x ${formatCountOf(repetitions, 'repetition')} = ${formatCountOf(plan.runs.length, 'run')}\n`,
    `Duration: ${formatDuration(least)} of load, at most ${formatDuration(most)} with the time to start; building images comes on top.\n\n`,
    `${table}\n`,
    `Each run: ${describeRun(experiment.text)}.\n`,
    `Order (seed ${seed}):\n${formatTable(orderOf(plan))}`,
    noteLines === '' ? '' : `\n${noteLines}`,
  ].join('')
}

function tableOf(configurations: readonly ListedConfiguration[]): string {
  const names = listVariables(configurations)
  return formatTable([
    ['#', ...names],
    ...configurations.map(({ number, values }) => [`${number}`, ...names.map((name) => values[name] ?? '-')]),
  ])
}

/** A row for each repetition. */
function orderOf({ runs }: RunPlan): string[][] {
  const repetitions = [...new Set(runs.map(({ repetition }) => repetition))]
  return repetitions.map((repetition) => [
    `  ${repetition}:`,
    ...runs.filter((run) => run.repetition === repetition).map(({ configuration }) => `${configuration}`),
  ])
}

function describeRun({ ready, warm_up: warmUp, load, capture, service }: ExperimentText): string {
  const readiness = ready.url ?? (ready.command ? `${ready.command[0]!} succeeds` : `${service} is healthy`)
  const steady = warmUp.until_steady
  const warm = steady
    ? `warm-up until throughput keeps within ${steady.within_percent}% for ${steady.for_seconds} s, at most ${steady.at_most_seconds} s`
    : `warm-up ${warmUp.seconds ?? 0} s`
  const by = load.jmeter ?? load.k6 ?? load.command?.[0] ?? load.service ?? ''
  return `start, wait until ${readiness} (at most ${ready.seconds} s), load ${load.seconds} s by ${by}: ${warm}, then capture ${capture.events.join(' and ')} of ${service} for ${capture.seconds} s`
}

/** "1 h 5 min", "4 min 30 s", "45 s". */
function formatDuration(seconds: number): string {
  const [hours, minutes, secondsLeft] = [Math.floor(seconds / 3600), Math.floor((seconds % 3600) / 60), seconds % 60]
  const parts =
    hours > 0
      ? [`${hours} h`, minutes > 0 ? `${minutes} min` : '']
      : [minutes > 0 ? `${minutes} min` : '', secondsLeft > 0 || minutes === 0 ? `${secondsLeft} s` : '']
  return parts.filter((part) => part !== '').join(' ')
}
