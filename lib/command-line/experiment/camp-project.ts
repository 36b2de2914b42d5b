/** A project of CAMP on disk: its model, or the configurations that `camp realize` wrote. */
import fs from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { Problem } from '../../errors.ts'
import { type CampConfiguration, findCampConfigurations } from '../../experiment/camp/camp-configurations.ts'
import { CampRefused } from '../../experiment/camp/camp-refused.ts'
import type { CampMode } from '../../experiment/camp/camp-modes.ts'
import { readCampModel } from '../../experiment/camp/camp-model.ts'
import {
  type CampParts,
  partsOfConfiguration,
  readCampOutput,
  tellCampApart,
} from '../../experiment/camp/camp-output.ts'
import { isDirectory, isFile } from '../paths.ts'
import { composeFiles, findFile, readText } from './files.ts'

/** One row of the plan. */
export interface ListedConfiguration {
  /** Counts from 1. */
  readonly number: number
  /** What distinguishes this configuration, by `component variable` and `components` (`tellCampApart`). */
  readonly values: Readonly<Record<string, string>>
  /** The directory that `camp realize` wrote for it. */
  readonly left?: string
}

interface CampProject {
  readonly configurations: readonly ListedConfiguration[]
  /** Sentences for the person who reads the plan. */
  readonly notes: readonly string[]
}

/** Names of the model's file. CAMP takes the first one that exists; so do we. */
const campFiles = ['camp.yml', 'camp.yaml', 'model.yml', 'model.yaml', 'input.yml']

/**
 * `below`: path of the project in `directory`. Gives null where there is neither a model nor a configuration that camp
 * wrote.
 *
 * Throws: Problem `experiment-invalid`.
 */
export function readCampProject(directory: string, below: string, mode: CampMode): CampProject | null {
  const left = findLeft(resolve(directory, below))
  if (left.length > 0) {
    const parts = left.map((path): CampParts => {
      const file = join(path, 'configuration.yml')
      if (findFile(path, composeFiles) === null)
        throw new Problem('experiment-invalid', {
          file: relative(directory, path),
          problems: ['there is no docker-compose.yml in it: run camp realize'],
        })
      return isFile(file) ? readCampOutput(relative(directory, file), readText(file)) : { components: [], values: [] }
    })
    return {
      configurations: list(parts).map((one, at) => ({ ...one, left: left[at]! })),
      notes: [`The configurations are those that camp left in ${join(below, 'out')}.`],
    }
  }
  const chosen = readCampConfigurations(directory, below, mode)
  if (chosen === null) return null
  const { file, configurations } = chosen
  return {
    configurations: list(configurations.map(partsOfConfiguration)),
    notes: [`The configurations are those of ${file}, mode ${mode}.`],
  }
}

/** Gives the configurations of the model; null where there is none. Throws: Problem `experiment-invalid`. */
export function readCampConfigurations(
  directory: string,
  below: string,
  mode: CampMode,
): { readonly file: string; readonly configurations: readonly CampConfiguration[] } | null {
  const name = findFile(resolve(directory, below), campFiles)
  if (name === null) return null
  const file = join(below, name)
  const { model, source } = readCampModel(file, readText(resolve(directory, file)))
  try {
    return { file, configurations: findCampConfigurations(model, mode) }
  } catch (error) {
    if (!(error instanceof CampRefused)) throw error
    // The name in the file is at fault, not its value.
    return source.refuse([{ path: [error.about], message: error.message, isAboutName: true }])
  }
}

function list(parts: readonly CampParts[]): ListedConfiguration[] {
  return tellCampApart(parts).map((values, at) => ({ number: at + 1, values }))
}

/** Lists `out/config_1`, `out/config_2` ... in the order of their numbers. */
function findLeft(project: string): string[] {
  const out = join(project, 'out')
  if (!isDirectory(out)) return []
  return fs
    .readdirSync(out)
    .filter((name) => /^config_\d+$/.test(name) && isDirectory(join(out, name)))
    .sort((a, b) => Number(a.slice(7)) - Number(b.slice(7)))
    .map((name) => join(out, name))
}
