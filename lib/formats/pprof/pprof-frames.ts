/** The frames at each location of a pprof file. */
import { frameKinds, type FrameKind } from '../../profile/model/profile.ts'
import { hashText, mixHashes } from '../../profile/names/name-hash.ts'
import type { ProfileBuilder } from '../../profile/model/profile-builder.ts'
import { readForeignFrame, readNamelessFrame } from '../native/foreign-frame.ts'
import type { Location, PprofFile } from './pprof-file.ts'
import { packTieredFrame, type TieredFrame } from '../reading/stack-collector.ts'

/** `ownKinds`: null for a file of another tool. The tiers of our own files are in a label of each sample. */
export function createPprofFrames(file: PprofFile, builder: ProfileBuilder, ownKinds: StoredFrameKinds | null) {
  const { strings, mappings, functions, locations } = file
  const cachedFrames = new Map<number, readonly TieredFrame[] | null>()
  const nameless = new Set<number>()
  const kinds = ownKinds === null ? null : matchStoredKinds(file, ownKinds)

  const read = ({ mapping, address, functions: ids }: Location): readonly TieredFrame[] | null => {
    const binary = strings[mappings.get(mapping)?.filename ?? 0] ?? ''
    const tieredFrames: TieredFrame[] = []
    for (const [index, id] of ids.entries()) {
      const found = functions.get(id)
      if (found === undefined) continue
      const name = strings[found.name] ?? ''
      const raw = strings[found.systemName] ?? ''
      const kind = kinds?.get(id)
      if (kind !== undefined) {
        tieredFrames.push(packTieredFrame(builder.frame(name, kind, { raw, module: binary }), 'unknown'))
        continue
      }
      if (name === '' && raw === '') continue
      const frame = readForeignFrame(name === '' ? raw : name, strings[found.filename] ?? '', binary, found.startLine)
      const isInlined = index < ids.length - 1
      const more = { raw: raw === '' ? frame.raw : raw, module: frame.module }
      tieredFrames.push(
        packTieredFrame(builder.frame(frame.name, frame.kind, more), isInlined ? 'inlined' : frame.tier),
      )
    }
    if (tieredFrames.length === 0 && address !== 0) {
      const frame = readNamelessFrame(address, binary)
      const row = builder.frame(frame.name, frame.kind, frame)
      nameless.add(row)
      tieredFrames.push(packTieredFrame(row, 'unknown'))
    }
    return tieredFrames.length > 0 ? tieredFrames : null
  }

  return {
    /**
     * Leaf first; several where functions were inlined. Null for a location that the file does not hold, or of which it
     * says nothing.
     */
    at(location: number): readonly TieredFrame[] | null {
      let tieredFrames = cachedFrames.get(location)
      if (tieredFrames === undefined) {
        const found = locations.get(location)
        tieredFrames = found === undefined ? null : read(found)
        cachedFrames.set(location, tieredFrames)
      }
      return tieredFrames
    },
    /** False for a frame that is only an address. */
    isNamed: (frame: number) => !nameless.has(frame),
  }
}

/**
 * The kinds of our own frames, which pprof has no field for: one digit a function, in the order of their ids from 1.
 */
export interface StoredFrameKinds {
  readonly kinds: string
  /** Hash of all names, so that kinds are not given to other functions after a tool has rewritten the file. */
  readonly namesHash: number
}

/** Null unless they are those of exactly these functions. */
function matchStoredKinds(
  { functions, strings }: PprofFile,
  own: StoredFrameKinds,
): ReadonlyMap<number, FrameKind> | null {
  if (functions.size !== own.kinds.length) return null
  const kinds = new Map<number, FrameKind>()
  const names: string[] = []
  for (let id = 1; id <= functions.size; id++) {
    const kind = frameKinds[Number(own.kinds[id - 1])]
    const found = functions.get(id)
    if (kind === undefined || found === undefined) return null
    names.push(strings[found.name] ?? '')
    kinds.set(id, kind)
  }
  return hashNames(names) === own.namesHash ? kinds : null
}

export function hashNames(names: Iterable<string>): number {
  let hash = 0
  for (const name of names) hash = mixHashes(hash, hashText(name))
  return hash
}
