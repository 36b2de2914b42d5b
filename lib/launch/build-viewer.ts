/** Builds components/standalone into the one HTML file that exports are made of. */
import { createHash } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { CSSOptions, Plugin, Rolldown } from 'vite'
import { dataPlace, htmlGenerator, titlePlace } from '../formats/html-file.ts'
import { checkout } from './checkout.ts'

const place = `${checkout}/components/standalone`
/** Files of the app, by the end of their path, and what the file has instead. */
const replaced: Readonly<Record<string, string>> = {
  'viewer/start-tree-worker.ts': 'start-tree-worker.ts',
  'viewer/start-pattern-worker.ts': 'start-pattern-worker.ts',
  'api/call-api.ts': 'no-api.ts',
}
/** `import { type Noun } from './contract.ts'` stays as an import of the file; nothing in lib does anything by being loaded. */
const treeshake = { moduleSideEffects: (id: string) => !id.startsWith(`${checkout}/lib/`) }

/** Writes the template to `path`. Throws: whatever vite complains about. */
export async function buildViewer(path: string): Promise<void> {
  const { script, style } = await bundle()
  const html = templateOf(script, style)
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, html)
}

async function bundle(): Promise<{ script: string; style: string }> {
  // Loaded when it is needed: a start that has nothing to build must not wait for a bundler.
  const [{ build }, { default: tailwind }] = await Promise.all([import('vite'), import('@tailwindcss/postcss')])
  const result = (await build({
    root: place,
    configFile: false,
    logLevel: 'error',
    plugins: [replacements],
    css: { postcss: { plugins: [tailwind(), latinOnly] } },
    // Not modules: a browser lets no page from a disk load a module worker, not even from a blob.
    worker: { format: 'iife', plugins: () => [replacements], rolldownOptions: { treeshake } },
    build: {
      write: false,
      target: 'es2023',
      modulePreload: false,
      cssCodeSplit: false,
      assetsInlineLimit: Number.MAX_SAFE_INTEGER,
      rolldownOptions: {
        input: `${place}/main.tsx`,
        treeshake,
        output: { codeSplitting: false },
      },
    },
  })) as Rolldown.RolldownOutput
  const script = result.output.flatMap((file) => (file.type === 'chunk' ? [file.code] : [])).join('\n')
  const style = result.output
    .flatMap((file) => (file.type === 'asset' && file.fileName.endsWith('.css') ? [String(file.source)] : []))
    .join('\n')
  return { script, style }
}

const replacements: Plugin = {
  name: 'hearth-replacements',
  enforce: 'pre',
  async resolveId(source, importer, options) {
    const resolved = await this.resolve(source, importer, { ...options, skipSelf: true })
    const [path = ''] = resolved?.id.split('?') ?? []
    const own = Object.entries(replaced).find(([end]) => path === `${checkout}/components/${end}`)
    return own === undefined ? resolved : `${place}/${own[1]}`
  },
}

type PostcssPlugin = NonNullable<Exclude<CSSOptions['postcss'], string | undefined>['plugins']>[number]

/** Of a font's parts only the Latin one goes into the file; other scripts are drawn by the fonts of whoever opens it. */
const latinOnly: PostcssPlugin = {
  postcssPlugin: 'latin-only',
  AtRule: {
    'font-face': (rule) => {
      rule.walkDecls('unicode-range', ({ value }) => {
        if (!value.startsWith('U+0000-00FF')) rule.remove()
      })
    },
  },
}

function templateOf(script: string, style: string): string {
  // Nothing in a script may look like its end, or like the start of a comment, to whoever reads the HTML.
  const body = script.replace(/<\/(?=script)/gi, '<\\/').replace(/<!--/g, '<\\!--')
  const hash = createHash('sha256').update(body).digest('base64')
  return `<!doctype html>
<html lang="en" data-theme="system">
<head>
<meta charset="utf-8" />
${htmlGenerator}
<meta http-equiv="Content-Security-Policy" content="${policyFor(hash)}" />
<meta name="viewport" content="width=device-width, initial-scale=1" />
<meta name="color-scheme" content="light dark" />
<meta name="referrer" content="no-referrer" />
<meta name="robots" content="noindex" />
${titlePlace}
<style>${style.replace(/<\/(?=style)/gi, '<\\/')}</style>
</head>
<body>
<div id="root"></div>
<noscript>This profile is drawn by a script, which this browser does not run.</noscript>
${dataPlace}<script type="module">${body}</script>
</body>
</html>
`
}

/** The file asks nothing of anybody, and runs no script but its own, whatever is in the profile. */
function policyFor(scriptHash: string): string {
  return [
    `default-src 'none'`,
    `script-src 'sha256-${scriptHash}'`,
    `style-src 'unsafe-inline'`,
    `img-src data: blob:`,
    `font-src data:`,
    `connect-src blob:`,
    `worker-src blob:`,
    `base-uri 'none'`,
    `form-action 'none'`,
  ].join('; ')
}
