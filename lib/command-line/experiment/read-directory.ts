/** The directory of an experiment: what is in it, and what is missing. */
import { join, resolve } from 'node:path'
import { z } from 'zod'
import { Problem } from '../../errors.ts'
import type { CampMode } from '../../experiment/camp/camp-modes.ts'
import { type ReadExperiment, readExperiment } from '../../experiment/file/read-experiment.ts'
import { readYaml } from '../../experiment/yaml/read-yaml.ts'
import { type ListedConfiguration, readCampProject } from './camp-project.ts'
import { isFile } from '../paths.ts'
import { composeFiles, findFile, readText } from './files.ts'

export interface ExperimentDirectoryContent {
  /** What experiment.yaml says; null where there is none, and the configurations are CAMP's. */
  readonly experiment: ReadExperiment | null
  /** The text of experiment.yaml; empty where there is none. */
  readonly source: string
  readonly configurations: readonly ListedConfiguration[]
  readonly notes: readonly string[]
}

export const experimentFiles = ['experiment.yaml', 'experiment.yml']

/**
 * Reads what is there, and looks whether every file that is named exists. `mode`: CAMP's, if experiment.yaml names
 * none.
 *
 * Throws: Problem `experiment-invalid`, `path-unreadable`.
 */
export function readExperimentDirectory(directory: string, mode: CampMode): ExperimentDirectoryContent {
  const file = findFile(directory, experimentFiles)
  if (file === null) {
    const camp = readCampProject(directory, '.', mode)
    if (camp === null)
      throw new Problem('path-unreadable', {
        path: join(directory, 'experiment.yaml'),
        reason: 'there is no such file, and no project of CAMP beside it',
      })
    return { experiment: null, source: '', ...camp }
  }
  const source = readText(join(directory, file))
  const experiment = readExperiment(join(directory, file), source)
  const { camp } = experiment.text
  const missing = findMissing(directory, experiment)
  if (missing.length > 0) throw new Problem('experiment-invalid', { file: join(directory, file), problems: missing })
  if (!camp) return { experiment, source, configurations: experiment.configurations, notes: experiment.notes }
  const project = readCampProject(directory, camp.directory, camp.mode)
  if (project === null)
    throw new Problem('experiment-invalid', {
      file: join(directory, file),
      problems: [`camp.directory: there is no camp.yml and no out/config_1 in ${camp.directory}`],
    })
  return { experiment, source, ...project }
}

function findMissing(directory: string, { text, variables }: ReadExperiment): string[] {
  const missing: string[] = []
  const need = (path: string, what: string) => {
    if (!isFile(resolve(directory, path))) missing.push(`${what}: there is no file ${path}`)
  }
  if (!text.camp) {
    const compose = typeof text.compose === 'string' ? [text.compose] : (text.compose ?? [])
    for (const path of compose) need(path, 'compose')
    const usualFile = text.compose === undefined ? findFile(directory, composeFiles) : null
    if (text.compose === undefined && usualFile === null)
      missing.push(`compose: there is none of ${composeFiles.join(', ')}`)
    const present = usualFile === null ? compose.filter((path) => isFile(resolve(directory, path))) : [usualFile]
    const services = present.map((path) => readComposeServices(path, readText(resolve(directory, path))))
    if (present.length > 0 && !services.includes(null))
      for (const [key, name] of servicesOf(text, variables))
        if (!services.some((names) => names?.includes(name)))
          missing.push(`${key}: there is no service ${name} in ${present.join(', ')}`)
  }
  for (const { name, values } of variables)
    for (const { name: value, effect } of values)
      for (const path of effect.overrides) need(path, `variables.${name}.${value}.override`)
  if (text.load.jmeter !== undefined) need(text.load.jmeter, 'load.jmeter')
  if (text.load.k6 !== undefined) need(text.load.k6, 'load.k6')
  return missing
}

/** Services that the experiment names, by key; none where a value has an override, which may add services. */
function servicesOf(
  { service, load }: ReadExperiment['text'],
  variables: ReadExperiment['variables'],
): [string, string][] {
  const effects = variables.flatMap(({ name, values }) =>
    values.map(({ name: value, effect }) => ({ key: `variables.${name}.${value}.service`, effect })),
  )
  if (effects.some(({ effect }) => effect.overrides.length > 0)) return []
  const named = effects.flatMap(({ key, effect }): [string, string][] =>
    effect.service === null ? [] : [[key, effect.service]],
  )
  return [
    ['service', service],
    ...(load.service === undefined ? [] : [['load.service', load.service] as [string, string]]),
    ...named,
  ]
}

const composeSchema = z.looseObject({ services: z.record(z.string(), z.unknown()).optional() })

/**
 * Names of the services in a compose file; null where it includes other files, which may have more. Throws: Problem
 * `experiment-invalid`.
 */
function readComposeServices(file: string, text: string): string[] | null {
  const { data, source } = readYaml(text, { file, schema: composeSchema })
  return data['include'] === undefined ? source.namesAt(['services']) : null
}
