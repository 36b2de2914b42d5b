import { join } from 'node:path'

const library = join(import.meta.dirname, '../..')

/**
 * Arguments of Node before a program of ours, where Node strips no types by itself: below node_modules, where npm puts
 * an installed Hearth.
 */
export function typeStripping(): readonly string[] {
  return library.includes('/node_modules/') ? ['--import', `${library}/launch/strip-types.mjs`] : []
}
