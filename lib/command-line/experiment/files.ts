/** Reads files and flags for the commands of experiments. */
import fs from 'node:fs'
import { join } from 'node:path'
import { Problem } from '../../errors.ts'
import { isFile } from '../paths.ts'
import { type CampMode, campModes } from '../../experiment/camp/camp-modes.ts'

/** Names of the file of Docker Compose, in the order in which Compose looks for them. */
export const composeFiles = ['compose.yaml', 'compose.yml', 'docker-compose.yaml', 'docker-compose.yml']

/** The first of these that is there. */
export function findFile(directory: string, names: readonly string[]): string | null {
  return names.find((name) => isFile(join(directory, name))) ?? null
}

export function readText(path: string): string {
  return fs.readFileSync(path, 'utf8')
}

/** Gives the mode. Throws: Problem `invalid-request`. */
export function readMode(text = 'all'): CampMode {
  const mode = campModes.find((one) => one === text)
  if (mode === undefined) throw new Problem('invalid-request', { what: `--mode: one of ${campModes.join(', ')}` })
  return mode
}
