/** The profiles that the parser found in one file, each named and stored. */
import { randomBytes } from 'node:crypto'
import type { ProfileSummary } from '../../contract/profile.ts'
import type { Imported, ImportOptions, ImportWarning } from '../../contract/imports.ts'
import type { ParsedProfile } from '../../parser/output-frames.ts'
import type { ProfileStore } from '../../store/library/profiles.ts'
import type { Digester } from './digest-thread.ts'

export interface ImportedFile {
  /** As the client calls it: hostile text, never a path. */
  readonly fileName: string
  /** What the client declares of folded text. */
  readonly options?: ImportOptions
  readonly createdBy: string
}

interface SaveImportedOptions {
  readonly profiles: Pick<ProfileStore, 'save' | 'remove'>
  readonly digester: Digester
}

/** What no file tells. */
const importDefaults = { labels: [], partial: null, pinned: false, note: '' }
/** Readers say each kind of thing once; a hostile profile of ours could hold millions. */
const maxWarnings = 50

/** All of them or none. Throws: Problem `unreadable-profile`, `quota-reached`, `disk-full`. */
export async function saveImported(
  parsed: readonly ParsedProfile[],
  file: ImportedFile,
  { profiles, digester }: SaveImportedOptions,
): Promise<Imported> {
  const { fileName, createdBy } = file
  const nameOfPart = partNames(parsed, file)
  // Those of one file belong together as those of one capture do; before and after are of one event and do not.
  const isFamily = parsed.length > 1 && nameOfPart !== sides
  const origin = { captureId: isFamily ? randomBytes(16).toString('hex') : null, createdAt: Date.now(), createdBy }
  const saved: ProfileSummary[] = []
  const warnings = new Map<string, ImportWarning>()
  try {
    for (const [index, { event, bytes }] of parsed.entries()) {
      const { facts, warnings: readerWarnings, firstPaint, gzipped } = await digester.digest(bytes)
      const name = deriveProfileName(fileName)
      const service = facts.service ?? name
      const named = { ...facts, event, name: `${name} ${nameOfPart(event, index)}`.trim(), service }
      saved.push(await profiles.save({ ...importDefaults, ...origin, ...named }, gzipped, firstPaint))
      // Those of one reader stand in each of its profiles.
      for (const warning of readerWarnings.slice(0, maxWarnings)) {
        const key = `${warning.code} ${warning.line}`
        if (warning.count >= (warnings.get(key)?.count ?? 0)) warnings.set(key, warning)
      }
    }
  } catch (error) {
    // Whoever is told that it failed sends the file again, and would have the first events twice.
    for (const { id } of saved) await profiles.remove(id).catch(console.error)
    throw error
  }
  return { profiles: saved, warnings: [...warnings.values()] }
}

type PartName = (event: string, index: number) => string
const alone: PartName = () => ''
const byEvent: PartName = (event) => event
const sides: PartName = (_, index) => (index === 0 ? 'before' : 'after')

/** What each profile of a file is called behind the file's name. */
function partNames(parsed: readonly ParsedProfile[], { options }: ImportedFile): PartName {
  if (parsed.length === 1) return alone
  const isPair = options?.counts === '2' && parsed.length === 2 && parsed[0]!.event === parsed[1]!.event
  return isPair ? sides : byEvent
}

/**
 * What an imported profile is called after its file: no folder, no ending, no control characters, not too long.
 *
 *     fold/shop.perf.txt  shop.perf      shop.pb.gz  shop      shop.speedscope.json  shop
 */
export function deriveProfileName(fileName: string): string {
  const last = fileName
    .replace(/\p{Cc}/gu, '')
    .split(/[\\/]/)
    .at(-1)!
  const name = last
    .replace(/(?<=.)\.gz$/i, '')
    .replace(/(?<=.)(\.speedscope)?\.[^.]{1,10}$/i, '')
    .trim()
    .slice(0, 200)
  return name || 'imported profile'
}
