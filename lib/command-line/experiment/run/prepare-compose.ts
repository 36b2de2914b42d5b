/** The compose file of each configuration, before anything is started. */
import fs from 'node:fs'
import { resolve } from 'node:path'
import { parse } from 'yaml'
import { Problem } from '../../../errors.ts'
import type { ExperimentText } from '../../../experiment/file/experiment-schema.ts'
import type { Configuration, ReadExperiment } from '../../../experiment/file/read-experiment.ts'
import { type PublishedPort, rewriteCompose } from '../../../experiment/run/rewrite-compose.ts'
import { composeFiles, findFile } from '../files.ts'
import type { ProvideImages } from './camp-images.ts'
import { startProgram } from './start-program.ts'

/** The longest that `docker compose config` may take: its timeout. */
const configSeconds = 60

/** A configuration with the directory of its compose files: that of the experiment, or one that CAMP made. */
export interface RunnableConfiguration extends Configuration {
  readonly directory: string
}

export interface ComposeContext {
  /** How Compose is started here. */
  readonly compose: readonly string[]
  /** Descriptor of the experiment's lock, which Compose inherits and holds until it ends. */
  readonly lock: number
  /** Where the program's output may be put. */
  readonly workFile: string
}

/** Input that Compose merges for a configuration. */
export interface ComposeInput {
  readonly directory: string
  /** The compose files, beside the directory's experiment.yaml or with an absolute path. */
  readonly files: readonly string[]
  /** Variables put over our own environment. */
  readonly env: Readonly<Record<string, string>>
}

export function composeInputOf(
  { text: { compose } }: ReadExperiment,
  configuration: RunnableConfiguration,
): ComposeInput {
  const { directory } = configuration
  const baseFiles = compose === undefined ? [findFile(directory, composeFiles)!] : [compose].flat()
  const files = [...baseFiles, ...configuration.effects.flatMap(({ overrides }) => overrides)]
  return { directory, files, env: composeEnvironment(configuration) }
}

/**
 * Merges the files of a configuration, as Compose does it. Throws: Problem `experiment-invalid` with what Compose says
 * of them.
 */
export async function mergeComposeFiles(
  { directory, files, env }: ComposeInput,
  { compose: program, lock, workFile }: ComposeContext,
): Promise<unknown> {
  const { ended } = startProgram([...program, ...files.flatMap((file) => ['-f', resolve(directory, file)]), 'config'], {
    ...{ cwd: directory, env, seconds: configSeconds, lock, output: workFile },
  })
  const { exitCode, stderr } = await ended
  const merged = fs.readFileSync(workFile, 'utf8')
  fs.rmSync(workFile)
  if (exitCode === 0) return parse(merged)
  throw new Problem('experiment-invalid', {
    file: files.map((file) => resolve(directory, file)).join(', '),
    problems: stderr.trim().split('\n'),
  })
}

export function composeEnvironment({ effects }: Configuration): Record<string, string> {
  return Object.assign({}, ...effects.map(({ composeEnv }) => composeEnv)) as Record<string, string>
}

export interface PreparedConfiguration {
  readonly configuration: RunnableConfiguration
  /** Gives the text of the compose file for one run. */
  readonly fileOf: (project: string, runId: string) => string
  readonly ports: readonly PublishedPort[]
  /** Provides images that CAMP builds; null where Compose builds all that is built. */
  readonly provideImages: ProvideImages | null
}

/** Makes a configuration ready to run. Throws: Problem `experiment-invalid` naming what cannot be run. */
export function prepareConfiguration(
  merged: unknown,
  configuration: RunnableConfiguration,
  { file, owner, text }: { readonly file: string; readonly owner: string; readonly text: ExperimentText },
): Omit<PreparedConfiguration, 'provideImages'> {
  const rewrite = (project: string, runId: string) =>
    rewriteCompose(merged, {
      ...{ name: text.name, project, owner, runId, service: text.service, loadService: text.load.service },
      effects: configuration.effects,
    })
  const { ports, obstacles } = rewrite('check', 'check')
  if (obstacles.length > 0)
    throw new Problem('experiment-invalid', {
      file,
      problems: obstacles.map((obstacle) => `configuration ${configuration.number}: ${obstacle}`),
    })
  // JSON is YAML, and no version of YAML reads it otherwise: `on` and `012` stay texts.
  return { configuration, ports, fileOf: (project, runId) => JSON.stringify(rewrite(project, runId).file, null, 2) }
}
