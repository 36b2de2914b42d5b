import { formatTimeRange } from '../../../lib/profile/format/time-offset.ts'
import type { Filter } from '../../../lib/profile/filters/filters.ts'
import { getSearchTitle } from '../../../lib/profile/search/group-search.ts'
import { packById } from '../../../lib/profile/filters/framework-packs.ts'

export interface FilterDescription {
  /** Effect of the filter. */
  readonly action: string
  /** To what: a name from the profiled program; empty when it needs none. */
  readonly subject: string
}

/** Describes a filter as people say it: "hide" "java.lang.Thread.run". */
export function describeFilter(filter: Filter): FilterDescription {
  switch (filter.type) {
    case 'by-thread':
      return { action: 'split by thread', subject: '' }
    case 'invert':
      return { action: 'invert', subject: '' }
    case 'fold-recursion':
      return { action: filter.reach === 'direct' ? 'fold direct recursion' : 'fold all recursion', subject: '' }
    case 'hide':
      return { action: 'hide', subject: filter.name }
    case 'show-from':
      return { action: 'show from', subject: filter.name }
    case 'only-packages':
      return { action: 'only packages', subject: filter.packages.join(', ') }
    case 'collapse-package':
      return { action: 'collapse package', subject: filter.name }
    case 'collapse-module':
      return { action: 'collapse library', subject: filter.name }
    case 'fold-framework':
      return { action: 'fold', subject: packById(filter.pack)?.title ?? filter.pack }
    case 'fold-base':
      return { action: 'fold', subject: 'JVM frames at the root' }
    case 'strip-lines':
      return { action: 'merge lines', subject: '' }
    case 'focus':
      return { action: 'only', subject: filter.name }
    case 'focus-path':
      return { action: 'only one frame', subject: `${depthOfPath(filter.path)} deep` }
    case 'drop':
      return { action: 'drop stacks with', subject: filter.name }
    case 'keep':
      return { action: 'keep stacks with', subject: getSearchTitle(filter.search) }
    case 'hide-idle':
      return { action: 'hide idle', subject: '' }
    case 'threads':
      return {
        action: filter.threads.length === 1 ? 'thread' : `${filter.threads.length} threads`,
        subject: threads(filter.threads),
      }
    case 'time':
      return { action: 'time', subject: formatTimeRange([filter.fromMs, filter.toMs]) }
  }
}

/** The first two names; `…` where there are more. */
function threads(names: readonly string[]): string {
  const first = names.slice(0, 2).map((name) => (name === '' ? 'no thread name' : name))
  return names.length > 2 ? `${first.join(', ')} …` : first.join(', ')
}

/** How many frames a path has. A key of a deep path is of several, and says so: `7fGh2*50` (path-keys.ts). */
function depthOfPath(path: readonly string[]): number {
  return path.reduce((sum, key) => sum + Number(key.split('*')[1] ?? 1), 0)
}
