/** The file in which `hearth join` keeps the enrolment of this host. */
import fs from 'node:fs'
import { join } from 'node:path'
import { type Enrolment, enrolmentSchema, renew } from '../collector/enrolment.ts'
import type { Config } from '../config.ts'
import { isProblem, Problem } from '../errors.ts'
import { assertWritable, translateWriteError } from './paths.ts'
import type { CommandStreams } from './streams.ts'

type DataDirectory = Pick<Config, 'dataDirectory'>

const fileOf = ({ dataDirectory }: DataDirectory) => join(dataDirectory, 'collector.json')

/** Gives the enrolment of this host. Throws: Problem `invalid-request`. */
export function readEnrolmentFile(config: DataDirectory): Enrolment {
  const file = fileOf(config)
  if (!fs.existsSync(file))
    throw new Problem('invalid-request', { what: `this host has not joined a dashboard: ${file} does not exist` })
  const stored = findEnrolment(config)
  if (!stored) throw new Problem('invalid-request', { what: `${file} is not readable: join again with a new token` })
  return stored
}

/** Gives the enrolment that was stored; null where there is none, or it cannot be read. */
export function findEnrolment(config: DataDirectory): Enrolment | null {
  try {
    return enrolmentSchema.parse(JSON.parse(fs.readFileSync(fileOf(config), 'utf8')))
  } catch {
    return null
  }
}

/** Before a token is spent, which works once. Throws: Problem `path-unwritable`. */
export function assertEnrolmentWritable(config: DataDirectory): void {
  changeFile(config, (file) => assertWritable(file))
}

/**
 * Stores it whole or not at all: without it this host would have to be enrolled again. Throws: Problem
 * `path-unwritable`.
 */
export function writeEnrolment(config: DataDirectory, enrolment: Enrolment): void {
  changeFile(config, (file) => {
    fs.writeFileSync(file, JSON.stringify(enrolment), { mode: 0o600 })
    fs.renameSync(file, fileOf(config))
  })
}

/** `change` is called with the file that takes the place of the enrolment. */
function changeFile(config: DataDirectory, change: (file: string) => void): void {
  try {
    fs.mkdirSync(config.dataDirectory, { recursive: true, mode: 0o700 })
    change(`${fileOf(config)}.new`)
  } catch (error) {
    throw translateWriteError(error, fileOf(config))
  }
}

interface RenewalStreams extends Pick<CommandStreams, 'stderr'> {
  readonly report: (error: unknown) => void
}

/**
 * Gives the enrolment with a new credential, which is stored; the old one, which works on, where either fails. Never
 * rejects: the collector of this host goes on.
 */
export async function renewEnrolment(
  enrolment: Enrolment,
  config: DataDirectory,
  { stderr, report }: RenewalStreams,
): Promise<Enrolment> {
  try {
    const renewed = await renew(enrolment)
    // Stored before it is used: the old one ends with its first use.
    writeEnrolment(config, renewed)
    return renewed
  } catch (error) {
    if (isProblem(error))
      stderr.write(`hearth: the credential could not be renewed, and will be later: ${error.message}\n`)
    else report(error)
    return enrolment
  }
}
