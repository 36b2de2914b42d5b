import { nameOfFrame, type Profile } from '../model/profile.ts'
import { isJavaFrame, packageOfName } from '../names/java-package.ts'
import { buildCallTree } from '../tree/call-tree.ts'
import type { CallTree } from '../tree/tree-columns.ts'
import { buildFunctionTable } from '../tree/function-table.ts'
import { estimateFunctionDispersion } from './significance/significance.ts'

/**
 * The share of all weight that each function takes in one profile, in columns, the largest self share first. Frames of
 * one canonical name are one function, of any kind. Behind the functions are the packages of Java methods, each
 * with all that are below it.
 *
 *     `main;a 3` and `main;b 1`:   names [a, b, main]             self [0.75, 0.25, 0]   total [0.75, 0.25, 1]
 *     `com.acme.Cart.total 1`:     names [..., com.*, com.acme.*]
 */
export interface FunctionShares {
  readonly names: readonly string[]
  readonly self: Float64Array
  readonly total: Float64Array
  /** Independent samples that would tell the shares as surely; 0 for a profile of no weight. */
  readonly samples: number
  /** Functions with smaller shares were left out. */
  readonly isCut: boolean
}

/** A deeper package counts for those above it alone. */
const maxSegments = 8

/** `limit`: how many functions at most, and how many packages. */
export function computeFunctionShares(profile: Profile, limit: number): FunctionShares {
  const tree = buildCallTree(joinKinds(profile))
  const all = tree.total[0]!
  if (all === 0) return { names: [], self: new Float64Array(), total: new Float64Array(), samples: 0, isCut: false }
  const { samples, dispersion } = estimateFunctionDispersion(profile)
  const { frame, self, total, length } = buildFunctionTable(tree, profile.frames.length)
  const functions = Array.from(selectLargest(total, limit), (row) => ({
    ...{ name: nameOfFrame(profile, frame[row]!), self: self[row]!, total: total[row]! },
  }))
  const packages = sumPackages(profile, tree).sort((a, b) => b.self - a.self)
  const listed = [...functions, ...packages.slice(0, limit)]
  return {
    names: listed.map(({ name }) => name),
    self: Float64Array.from(listed, (row) => row.self / all),
    total: Float64Array.from(listed, (row) => row.total / all),
    samples: samples / Math.max(1, dispersion),
    isCut: listed.length < length + packages.length,
  }
}

/** Each package, `com.*` and `com.acme.*`, as one function that all methods in it and below it are. */
function sumPackages(profile: Profile, tree: CallTree): { name: string; self: number; total: number }[] {
  const { frames, strings } = profile
  const packages = Array.from(frames.name, (name, frame) => {
    const whole = isJavaFrame(profile, frame) ? packageOfName(strings[name]!) : ''
    return whole === '' ? [] : whole.split('.')
  })
  const deepest = packages.reduce((most, segments) => Math.max(most, segments.length), 0)
  return Array.from({ length: Math.min(deepest, maxSegments) }, (_, index) => index + 1).flatMap((depth) => {
    const idOfName = new Map([['', 0]])
    const ids = Uint32Array.from(packages, (segments) => {
      const name = segments.length < depth ? '' : segments.slice(0, depth).join('.')
      if (!idOfName.has(name)) idOfName.set(name, idOfName.size)
      return idOfName.get(name)!
    })
    const names = [...idOfName.keys()]
    const byPackage = { ...tree, frame: tree.frame.map((frame) => (frame < 0 ? frame : ids[frame]!)) }
    const { frame, self, total } = buildFunctionTable(byPackage, names.length)
    const rows = Array.from(frame, (id, row) => ({ name: `${names[id]!}.*`, self: self[row]!, total: total[row]! }))
    return rows.filter((_, row) => frame[row] !== 0)
  })
}

/** The same stacks, of frames of which no two have one name. */
function joinKinds(profile: Profile): Profile {
  const { frames, stacks, strings } = profile
  const firstOfName = new Int32Array(strings.length).fill(-1)
  let names = 0
  const joined = Uint32Array.from(frames.name, (name, frame) => {
    if (firstOfName[name] === -1) {
      firstOfName[name] = frame
      names++
    }
    return firstOfName[name]!
  })
  if (names === frames.length) return profile
  return { ...profile, stacks: { ...stacks, frame: stacks.frame.map((frame) => joined[frame]!) } }
}

/** Rows of the largest values, in their own order. */
function selectLargest(values: Float64Array, limit: number): Uint32Array {
  const rows = Uint32Array.from(values.keys())
  if (rows.length <= limit) return rows
  return rows
    .sort((a, b) => values[b]! - values[a]! || a - b)
    .slice(0, limit)
    .sort()
}
