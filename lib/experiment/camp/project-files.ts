/** Files of a CAMP project in memory. */

export interface ProjectFile {
  readonly bytes: Uint8Array
  readonly isExecutable: boolean
}
/** Keys are paths below the directory, with slashes. */
export type ProjectFiles = ReadonlyMap<string, ProjectFile>

/** Why a configuration has no files: for a person. */
export class RealizationRefused extends Error {}
