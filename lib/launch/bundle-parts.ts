/** What the bundles that we make ourselves have in common. */
import type { Plugin } from 'vite'
import { checkout } from './checkout.ts'

/** `import { type Noun } from './contract/target.ts'` stays as an import of the file; nothing in lib does anything by being loaded. */
export const treeshake = { moduleSideEffects: (id: string) => !id.startsWith(`${checkout}/lib/`) }

/** Puts files of `directory` where a bundle cannot have the app's own: `replaced` is by the end of the app's path. */
export function replacing(directory: string, replaced: Readonly<Record<string, string>>): Plugin {
  return {
    name: 'hearth-replacements',
    enforce: 'pre',
    async resolveId(source, importer, options) {
      const resolved = await this.resolve(source, importer, { ...options, skipSelf: true })
      const [path = ''] = resolved?.id.split('?') ?? []
      const own = Object.entries(replaced).find(([end]) => path === `${checkout}/components/${end}`)
      return own === undefined ? resolved : `${directory}/${own[1]}`
    },
  }
}
