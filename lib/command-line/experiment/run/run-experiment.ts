/** `hearth experiment run | resume | clean`. */
import fs from 'node:fs'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Config, readConfig } from '../../../config.ts'
import { formatValues } from '../../../contract/describe-effects.ts'
import { computeVariableEffects } from '../../../contract/experiment-effects.ts'
import type { RunPhase } from '../../../contract/experiments.ts'
import { Problem } from '../../../errors.ts'
import type { ExperimentText } from '../../../experiment/file/experiment-schema.ts'
import type { ReadExperiment } from '../../../experiment/file/read-experiment.ts'
import { createPlan, type PlannedRun } from '../../../experiment/plan/plan.ts'
import { experimentLabel, imageLabel } from '../../../experiment/run/rewrite-compose.ts'
import type { RunRecord } from '../../../experiment/run/run-record.ts'
import { findCompose } from '../../../host/docker/compose-project.ts'
import { removeLabelled } from '../../../host/docker/remove-labelled.ts'
import { openLocalDashboard } from '../../dashboard/dashboard.ts'
import { openCollector } from '../../open-collector.ts'
import { assertDirectory } from '../../paths.ts'
import type { CommandStreams } from '../../streams.ts'
import type { ListedConfiguration } from '../camp-project.ts'
import { assertConditionsCanDecide, decideConditions, type EffectCondition } from '../fail-if.ts'
import { experimentFiles, readExperimentDirectory } from '../read-directory.ts'
import { findFile } from '../files.ts'
import { createCampImages } from './camp-images.ts'
import { type DirectoryLock, lockDirectory } from './lock-directory.ts'
import {
  composeInputOf,
  mergeComposeFiles,
  prepareConfiguration,
  type PreparedConfiguration,
  type RunnableConfiguration,
} from './prepare-compose.ts'
import { createReporter, noReporter } from './report-to-dashboard.ts'
import { formatReport } from './report.ts'
import type { RunContext } from './run-context.ts'
import { createRunDisplay } from './run-display.ts'
import { runOnce } from './run-once.ts'
import { hasProgram } from './start-program.ts'
import {
  clearRunDirectory,
  createSeries,
  isSeriesOf,
  openSeries,
  type OpenSeries,
  readRunRecord,
  type Series,
  writeRunRecord,
} from './series.ts'

interface RunFlags {
  readonly out?: string | undefined
  readonly conditions: readonly EffectCondition[]
}

interface CommandContext {
  readonly streams: CommandStreams
  readonly signal: AbortSignal
}

/** Gives the exit code: 3 where a condition came true, 1 where a run has a mark, 130 after Ctrl-C. Throws: Problem. */
export async function runExperiment(
  given: string,
  { out, conditions }: RunFlags,
  context: CommandContext,
): Promise<number> {
  return await withDirectory(given, context, async (found) => {
    const { experiment, source, directory } = found
    assertConditionsCanDecide(conditions, planOf(found))
    const prepared = await prepareAll(found)
    const asked = { name: experiment.text.name, experiment: source, configurations: listValues(found) }
    return await runSeries(() => createSeries(directory, out, asked), prepared, found, { ...context, conditions })
  })
}

/** Goes on with what has not ended. Gives the exit code, as run does. Throws: Problem. */
export async function resumeExperiment(
  given: string,
  { out, conditions }: RunFlags,
  context: CommandContext,
): Promise<number> {
  return await withDirectory(given, context, async (found) => {
    const open = openSeries(found.directory, out)
    if (!isSeriesOf(open.series, { source: found.source, configurations: listValues(found) }))
      throw new Problem('invalid-request', { what: `${found.file} is not what it was in ${open.path}: use run` })
    assertConditionsCanDecide(conditions, planOf(found))
    return await runSeries(() => open, await prepareAll(found), found, { ...context, conditions })
  })
}

/**
 * Removes what runs that were killed left, also where experiment.yaml is gone. Gives the exit code. Throws: Problem.
 */
export async function cleanExperiment(given: string, { streams: { stdout } }: CommandContext): Promise<number> {
  assertDirectory(given)
  const directory = fs.realpathSync(given)
  using _ = await lockDirectory(directory)
  const removed = await removeLeft(directory, readConfig(process.env))
  if (removed.length === 0 && findFile(directory, experimentFiles) === null)
    throw new Problem('path-unreadable', {
      path: join(directory, 'experiment.yaml'),
      reason: 'there is no such file, and no run of this directory left anything',
    })
  stdout.write(removed.length === 0 ? 'Nothing was left.\n' : removed.map((what) => `Removed ${what}\n`).join(''))
  return 0
}

interface FoundExperiment {
  readonly directory: string
  /** experiment.yaml. */
  readonly file: string
  readonly experiment: ReadExperiment
  readonly source: string
  readonly configurations: readonly RunnableConfiguration[]
  readonly compose: readonly string[]
  readonly config: Config
  readonly lock: DirectoryLock
}

/** All that can be refused is, before anything is started. */
async function withDirectory(
  given: string,
  { streams }: CommandContext,
  use: (found: FoundExperiment) => Promise<number>,
): Promise<number> {
  assertDirectory(given)
  const directory = fs.realpathSync(given)
  const { experiment, source, configurations: listed } = readExperimentDirectory(directory, 'all')
  if (experiment === null)
    throw new Problem('invalid-request', {
      what: `${given} is a project of CAMP: an experiment.yaml with camp says its load`,
    })
  const file = join(directory, findFile(directory, experimentFiles)!)
  const configurations = listRunnable(experiment, listed, directory)
  const notRealized = `camp: the configurations are not realized yet: hearth experiment realize DIR DIR/out`
  const missing = listMissingPrograms(experiment.text, directory)
  const obstacles = configurations === null ? [notRealized, ...missing] : missing
  if (configurations === null || obstacles.length > 0)
    throw new Problem('experiment-invalid', { file, problems: obstacles })
  if (process.env['HEARTH_URL'])
    throw new Problem('invalid-request', { what: 'experiments run with the collector of this host: unset HEARTH_URL' })
  const config = readConfig(process.env)
  const compose = await findCompose()
  if (compose === null) throw new Problem('tool-missing', { tool: 'Docker Compose', package: 'docker-compose' })
  using lock = await lockDirectory(directory)
  for (const what of await removeLeft(directory, config))
    streams.stderr.write(`Removed ${what}, left by an earlier run\n`)
  try {
    return await use({ directory, file, experiment, source, configurations, compose, config, lock })
  } finally {
    await removeLeft(directory, config)
  }
}

/** Gives the configurations with their directories; null where configurations of CAMP are not realized. */
function listRunnable(
  { text, configurations }: ReadExperiment,
  listed: readonly ListedConfiguration[],
  directory: string,
): RunnableConfiguration[] | null {
  if (text.camp === undefined) return configurations.map((one) => ({ ...one, directory }))
  const left = listed.flatMap(({ left: realized, ...one }) =>
    realized === undefined ? [] : [{ ...one, effects: [], directory: realized }],
  )
  return left.length === 0 ? null : left
}

function listValues({ configurations }: FoundExperiment): Series['configurations'] {
  return configurations.map(({ number, values }) => ({ number, values: { ...values } }))
}

function planOf(found: FoundExperiment) {
  const { repetitions, capture } = found.experiment.text
  return { configurations: listValues(found), repetitions, events: capture.events }
}

function listMissingPrograms({ camp, load, ready }: ExperimentText, directory: string): string[] {
  const needed = [
    ['camp', camp === undefined ? undefined : 'bash'],
    ['camp', camp === undefined ? undefined : 'docker'],
    ['load.jmeter', load.jmeter === undefined ? undefined : 'jmeter'],
    ['load.k6', load.k6 === undefined ? undefined : 'k6'],
    ['load.command', load.command?.[0]],
    ['ready.command', ready.command?.[0]],
  ] as const
  return needed.flatMap(([key, program]) =>
    program === undefined || hasProgram(program, directory) ? [] : [`${key}: there is no program ${program} in PATH`],
  )
}

async function prepareAll(found: FoundExperiment): Promise<PreparedConfiguration[]> {
  const { directory, file, experiment, configurations, compose, config, lock } = found
  const { text } = experiment
  const owner = ownerOf(directory)
  const temporary = fs.mkdtempSync(join(tmpdir(), 'hearth-compose-'))
  try {
    const prepared: PreparedConfiguration[] = []
    /** Configurations that only set variables of a service have the same files. */
    const mergedFiles = new Map<string, unknown>()
    for (const configuration of configurations) {
      const workFile = join(temporary, 'merged.yaml')
      const input = composeInputOf(experiment, configuration)
      const key = JSON.stringify(input)
      if (!mergedFiles.has(key))
        mergedFiles.set(key, await mergeComposeFiles(input, { compose, lock: lock.descriptor, workFile }))
      const campDirectory = { directory: configuration.directory, owner, dockerHost: config.dockerHost }
      const provideImages = text.camp ? createCampImages({ ...campDirectory, lock: lock.descriptor }) : null
      prepared.push({
        ...prepareConfiguration(mergedFiles.get(key), configuration, { file, owner, text }),
        provideImages,
      })
    }
    return prepared
  } finally {
    fs.rmSync(temporary, { recursive: true })
  }
}

async function runSeries(
  open: () => OpenSeries,
  prepared: readonly PreparedConfiguration[],
  { directory, experiment, compose, config, lock }: FoundExperiment,
  { streams, signal, conditions }: CommandContext & Pick<RunFlags, 'conditions'>,
): Promise<number> {
  const { text } = experiment
  const { runs } = createPlan(text, prepared.length)
  await using collector = await openCollector(config, (error) => streams.stderr.write(`${String(error)}\n`))
  const series = open()
  streams.stderr.write(`Runs are kept in ${series.path}\n`)
  const reporter = collector.isOwn
    ? noReporter
    : createReporter({ series: series.series, text, streams, open: () => openLocalDashboard(config) })
  const records: RunRecord[] = []
  await reporter.report('under-way', records)
  for (const run of runs) {
    const earlier = readRunRecord(series, run.number)
    if (earlier !== null) {
      records.push(earlier)
      continue
    }
    const title = describePlanned(run, runs.length, prepared)
    const display = createRunDisplay({ title, text, records, toCome: runs.length - run.number, streams })
    const started = {
      run,
      prepared: prepared[run.configuration - 1]!,
      project: `hearth-${series.series.id}-${run.number}`,
      runDirectory: clearRunDirectory(series, run.number),
    }
    const context: Omit<RunContext, 'signal' | 'enter'> = {
      text,
      engine: records.flatMap(({ profiles }) => profiles).find(({ engine }) => engine !== null)?.engine ?? 'auto',
      directory,
      compose,
      lock: lock.descriptor,
      dockerHost: config.dockerHost,
      collector,
      streams: display.streams,
    }
    try {
      const enter = (phase: RunPhase) => {
        display.enter(phase)
        reporter.follow({ run: run.number, phase, endsAt: Date.now() + display.msLeft() }, records)
      }
      const record = await runOnce(started, { ...context, signal, enter })
      display.end()
      writeRunRecord(series, record)
      records.push(record)
      for (const { mark, reason } of record.marks) streams.stderr.write(`${title}: ${mark}: ${reason}\n`)
      await reporter.report(records.length === runs.length ? 'ended' : 'under-way', records)
    } catch (error) {
      display.end()
      await reporter.report('interrupted', records)
      if (!signal.aborted) throw error
      streams.stderr.write(`Interrupted: go on with hearth experiment resume\n`)
      return 130
    } finally {
      await removeLeft(directory, config, 'all but images')
    }
  }
  const { configurations } = series.series
  const decided = decideConditions(conditions, computeVariableEffects({ configurations, runs: records }))
  streams.stdout.write([formatReport(series, records), decided.text].filter(Boolean).join('\n'))
  return Math.max(decided.exitCode, records.some(({ marks }) => marks.length > 0) ? 1 : 0)
}

function describePlanned(
  { number, configuration }: PlannedRun,
  runs: number,
  prepared: readonly PreparedConfiguration[],
): string {
  const values = formatValues(prepared[configuration - 1]!.configuration.values)
  return `run ${number} of ${runs}${values === '' ? '' : ` (${values})`}`
}

/** Two hosts may use one engine. */
function ownerOf(directory: string): string {
  return `${hostname()}:${directory}`
}

/** Images stay while there are runs to come: the next build takes from them what has not changed. */
async function removeLeft(
  directory: string,
  { dockerHost }: Config,
  what: 'all' | 'all but images' = 'all',
): Promise<string[]> {
  const owner = ownerOf(directory)
  const images = what === 'all' ? `${imageLabel}=${owner}` : null
  return await removeLabelled(dockerHost, {
    resources: `${experimentLabel}=${owner}`,
    images,
  })
}
