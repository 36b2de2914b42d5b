import { format } from 'd3-format'
import type { Filter } from '../../../lib/profile/filters/filters.ts'
import { packById } from '../../../lib/profile/filters/framework-packs.ts'

export interface FilterWords {
  /** What it does. */
  readonly does: string
  /** To what: a name out of somebody's program; empty when it needs none. */
  readonly to: string
}

// Not by Intl: a browser takes 25 ms to read its tables, in the task in which the page comes alive.
const tenths = format(',.1f')
const thousandths = format(',.3f')

/** A filter as people say it: "hide" "java.lang.Thread.run". */
export function wordsOfFilter(filter: Filter): FilterWords {
  switch (filter.type) {
    case 'by-thread':
      return { does: 'split by thread', to: '' }
    case 'invert':
      return { does: 'invert', to: '' }
    case 'fold-recursion':
      return { does: filter.reach === 'direct' ? 'fold direct recursion' : 'fold all recursion', to: '' }
    case 'hide':
      return { does: 'hide', to: filter.name }
    case 'show-from':
      return { does: 'show from', to: filter.name }
    case 'only-packages':
      return { does: 'only packages', to: filter.packages.join(', ') }
    case 'collapse-package':
      return { does: 'collapse package', to: filter.name }
    case 'collapse-module':
      return { does: 'collapse library', to: filter.name }
    case 'fold-framework':
      return { does: 'fold', to: packById(filter.pack)?.title ?? filter.pack }
    case 'strip-lines':
      return { does: 'without line numbers', to: '' }
    case 'focus':
      return { does: 'only', to: filter.name }
    case 'focus-path':
      return { does: 'only one frame', to: `${depthOfPath(filter.path)} deep` }
    case 'drop':
      return { does: 'drop stacks with', to: filter.name }
    case 'keep':
      return { does: 'keep stacks with', to: filter.search.text }
    case 'hide-idle':
      return { does: 'hide idle', to: '' }
    case 'threads':
      return {
        does: filter.threads.length === 1 ? 'thread' : `${filter.threads.length} threads`,
        to: threads(filter.threads),
      }
    case 'time':
      return { does: 'time', to: `${seconds(filter.fromMs, filter.toMs)} s` }
  }
}

function threads(names: readonly string[]): string {
  const first = names.slice(0, 2).map((name) => (name === '' ? 'no thread name' : name))
  return names.length > 2 ? `${first.join(', ')} …` : first.join(', ')
}

function seconds(fromMs: number, toMs: number): string {
  const digits = toMs - fromMs < 1000 ? thousandths : tenths
  return `${digits(fromMs / 1000)}–${digits(toMs / 1000)}`
}

/** Keys of deep paths stand for several frames each. */
function depthOfPath(path: readonly string[]): number {
  return path.reduce((sum, key) => sum + Number(key.split('*')[1] ?? 1), 0)
}
