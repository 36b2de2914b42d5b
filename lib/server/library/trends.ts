/** How the share of a function went over the profiles of a service. */
import { LRUCache } from 'lru-cache'
import type { ProfileSummary } from '../../contract/profile.ts'
import type { ShareEstimate, Trend, TrendPoint, TrendQuery } from '../../contract/trend.ts'
import { Problem } from '../../errors.ts'
import type { FunctionShares } from '../../profile/compare/function-shares.ts'
import { estimateShare } from '../../profile/compare/significance/significance.ts'
import { packageOfName } from '../../profile/names/java-package.ts'
import { createMutex } from '../../store/mutex.ts'
import type { Store } from '../../store/store.ts'
import { runThreadTask } from '../profiles/profile-thread.ts'
import type { ReadShares } from '../profiles/read-function-shares.ts'
import { readStored } from '../profiles/read-stored.ts'
import { selectWithinBytes } from './select-within-bytes.ts'

/** Profiles that one request for a trend reads, the newest at any size; the rest is read by the next request. */
const maxProfilesRead = 20
/** Stored bytes of those profiles; beyond it they are read by the next request. */
const maxBytesRead = 16 * 2 ** 20
/** Functions in the cache of profiles of trends, 24 bytes each; the profiles used longest ago go for further ones. */
const maxFunctionsInMemory = 1_000_000
/** Names of functions of trends in memory that profiles share; beyond that all are forgotten. */
const maxNamesInMemory = 200_000
/** Functions that a trend shows where none is asked for: the hottest of the newest profile. */
const hottest = 3
/** A function with a smaller self share (0 to 1) of the newest profile is none of the hottest. */
const minHottestSelf = 0.01
/** Suggested functions by self and by total share, and packages. */
const maxSuggestions = 100
/** A function with a smaller total share (0 to 1) in a profile is not suggested for it. */
const minSuggestedTotal = 0.002

export function createTrends({ services, profiles }: Pick<Store, 'services' | 'profiles'>) {
  const cache = createSharesCache()
  // One thread for all who ask: each holds whole profiles.
  const runExclusive = createMutex()

  async function readSome(newestFirst: readonly ProfileSummary[]): Promise<void> {
    const unread = newestFirst.filter(({ id }) => cache.get(id) === undefined)
    const batch = selectWithinBytes(unread, { least: 1, most: maxProfilesRead, mostBytes: maxBytesRead })
    const stored = await Promise.all(batch.map(({ id }) => readStored(profiles, id)))
    const present = batch.flatMap(({ id }, index) => (stored[index] ? [{ id, gzipped: stored[index] }] : []))
    for (const [index, { id }] of batch.entries()) if (!stored[index]) cache.set(id, null)
    if (present.length === 0) return
    const gzipped = present.map((one) => one.gzipped)
    const { shares } = await runThreadTask({ type: 'function-shares', gzipped })
    for (const [index, { id }] of present.entries()) cache.set(id, shares[index]!)
  }

  /** Gives shares of functions over time. Throws: Problem `not-found`. */
  return async (service: string, { event, function: asked, ...range }: TrendQuery): Promise<Trend> => {
    const newest = await services.newest(service, event)
    if (!newest) throw new Problem('not-found', { what: 'service with profiles of that event' })
    const { profiles: listed, count } = await services.series(newest, range)
    if (listed.some(({ id }) => cache.get(id) === undefined)) await runExclusive(() => readSome(listed))

    const newestFirst = listed.filter(({ id }) => cache.get(id) !== 'merged')
    const shares = newestFirst.map(({ id }) => cache.get(id))
    const read = shares.filter(isRead)
    const newestRead = read.find(({ samples }) => samples > 0)
    const functions = asked.length > 0 || !newestRead ? asked : findHottest(newestRead)
    const points = newestFirst.map((profile, index) => describePoint(profile, shares[index], functions))
    return {
      ...{ service, event: newest.event, functions: [...functions], points: points.reverse() },
      older: count - listed.length,
      merged: listed.length - newestFirst.length,
      pending: shares.filter((one) => one === undefined).length,
      suggestions: suggestFunctions(read),
    }
  }
}

function isRead(shares: ReadShares | undefined): shares is FunctionShares {
  return !!shares && shares !== 'merged'
}

function createSharesCache() {
  const byId = new LRUCache<string, { readonly shares: ReadShares }>({
    maxSize: maxFunctionsInMemory,
    sizeCalculation: ({ shares }) => (isRead(shares) ? Math.max(1, shares.names.length) : 1),
  })
  const sharedNames = new Map<string, string>()
  const intern = (name: string) => {
    if (sharedNames.size >= maxNamesInMemory) sharedNames.clear()
    return sharedNames.get(name) ?? (sharedNames.set(name, name), name)
  }

  return {
    /** Undefined for a profile that is not in memory. */
    get: (id: string): ReadShares | undefined => byId.get(id)?.shares,
    set(id: string, shares: ReadShares): void {
      byId.set(id, { shares: isRead(shares) ? { ...shares, names: shares.names.map(intern) } : shares })
    },
  }
}

function describePoint(
  profile: ProfileSummary,
  shares: ReadShares | undefined,
  functions: readonly string[],
): TrendPoint {
  const state = shares === undefined ? 'pending' : isRead(shares) ? 'read' : 'unreadable'
  const known = isRead(shares) ? shares : null
  return {
    ...{ profile, state, samples: known?.samples ?? 0 },
    shares: functions.map((name) => (known ? estimateFunction(known, name) : null)),
  }
}

function estimateFunction(shares: FunctionShares, name: string): TrendPoint['shares'][number] {
  // Without a row (-1) its shares are 0, unless the list was cut: then it may be among those left out.
  const row = shares.names.indexOf(name)
  if (shares.samples === 0 || (row < 0 && shares.isCut)) return null
  const estimate = (share: number): ShareEstimate => {
    const { low, high } = estimateShare({ count: share * shares.samples, outOf: shares.samples })
    return { share, low, high }
  }
  return { self: estimate(shares.self[row] ?? 0), total: estimate(shares.total[row] ?? 0) }
}

/**
 * Takes the largest self shares, which come first: of methods with a package where there are some, since a line of
 * `__write` does not tell what became slower. Packages are among the names, as `com.*`.
 */
function findHottest({ names, self }: FunctionShares): string[] {
  const packages = new Set(names.filter(isPackage))
  const candidates = names.filter((name, row) => !isPackage(name) && self[row]! >= minHottestSelf)
  const methods = candidates.filter((name) => packages.has(`${packageOfName(name).split('.', 1)[0]}.*`))
  return (methods.length > 0 ? methods : candidates).slice(0, hottest)
}

function isPackage(name: string): boolean {
  return name.endsWith('.*')
}

function suggestFunctions(read: readonly FunctionShares[]): Trend['suggestions'] {
  const sums = new Map<string, { self: number; total: number }>()
  for (const { names, self, total } of read) {
    for (const [row, name] of names.entries()) {
      if (total[row]! < minSuggestedTotal) continue
      const sum = sums.get(name) ?? { self: 0, total: 0 }
      sums.set(name, { self: sum.self + self[row]!, total: sum.total + total[row]! })
    }
  }
  const means = [...sums].map(([name, sum]) => ({
    name,
    self: sum.self / read.length,
    total: sum.total / read.length,
  }))
  const largest = (some: typeof means, kind: 'self' | 'total') =>
    some.toSorted((a, b) => b[kind] - a[kind]).slice(0, maxSuggestions)
  const functions = means.filter(({ name }) => !isPackage(name))
  return [
    ...new Set([
      ...largest(functions, 'self'),
      ...largest(functions, 'total'),
      ...largest(
        means.filter(({ name }) => isPackage(name)),
        'total',
      ),
    ]),
  ]
}
