// Node runs no TypeScript below node_modules, where npm puts an installed Hearth: this strips the types of our own
// files there.
import { readFileSync } from 'node:fs'
import { registerHooks, stripTypeScriptTypes } from 'node:module'
import { fileURLToPath } from 'node:url'

// On each command Node warns that this is experimental, about which the user can do nothing.
const { emitWarning } = process
process.emitWarning = (/** @type {string | Error} */ warning, /** @type {any[]} */ ...more) => {
  if (!String(warning).startsWith('stripTypeScriptTypes ')) emitWarning.call(process, warning, ...more)
}

const root = new URL('../../', import.meta.url).href

registerHooks({
  load(url, context, nextLoad) {
    if (!url.startsWith(root) || !url.endsWith('.ts')) return nextLoad(url, context)
    return {
      format: 'module',
      shortCircuit: true,
      source: stripTypeScriptTypes(readFileSync(fileURLToPath(url), 'utf8')),
    }
  },
})
