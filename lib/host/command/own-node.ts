import { join } from 'node:path'

const library = join(import.meta.dirname, '../..')

/**
 * Arguments of Node before a program of ours, where Node strips no types by itself: below node_modules, where npm puts an installed
 * Hearth. `code` is where the program sees our folder `lib`.
 */
export function typeStripping(code = library): readonly string[] {
  return library.includes('/node_modules/') ? ['--import', `${code}/launch/strip-types.mjs`] : []
}
