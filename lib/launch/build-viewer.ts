/** Builds components/standalone into the one HTML file that exports are made of. */
import { createHash } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { CSSOptions, Plugin, Rolldown } from 'vite'
import { boxesMarker, dataMarker, htmlGenerator, titleMarker, viewerElementId } from '../formats/html/html-file.ts'
import { checkout } from './checkout.ts'

/**
 * `import { type Noun } from './contract/target.ts'` stays as an import of the file; nothing in lib does anything by
 * being loaded.
 */
const treeshake = { moduleSideEffects: (id: string) => !id.startsWith(`${checkout}/lib/`) }

/** Puts files of `directory` where a bundle cannot have the app's own: `replaced` is by the end of the app's path. */
function replacing(directory: string, replaced: Readonly<Record<string, string>>): Plugin {
  return {
    name: 'hearth-replacements',
    enforce: 'pre',
    async resolveId(source, importer, options) {
      const resolved = await this.resolve(source, importer, { ...options, skipSelf: true })
      const [path = ''] = resolved?.id.split('?') ?? []
      const replacement = Object.entries(replaced).find(([end]) => path === `${checkout}/components/${end}`)
      return replacement === undefined ? resolved : `${directory}/${replacement[1]}`
    },
  }
}

const pageDirectory = `${checkout}/components/standalone`
const replacements = replacing(pageDirectory, {
  'viewer/worker/start-tree-worker.ts': 'start-tree-worker.ts',
  'viewer/worker/start-pattern-worker.ts': 'start-pattern-worker.ts',
})

/** Writes the template to `path`. Throws: the errors of vite. */
export async function buildViewer(path: string): Promise<void> {
  const [starter, viewer] = [await bundle('starter.ts', 'iife'), await bundle('main.tsx', 'es')]
  const html = templateOf(starter.script, viewer.script, viewer.style)
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, html)
}

async function bundle(input: string, format: 'iife' | 'es'): Promise<{ script: string; style: string }> {
  // Loaded when it is needed: a start that has nothing to build must not wait for a bundler.
  const [{ build }, { default: tailwind }, { default: babel }, { reactCompilerPreset }] = await Promise.all([
    import('vite'),
    import('@tailwindcss/postcss'),
    import('@rolldown/plugin-babel'),
    import('@vitejs/plugin-react'),
  ])
  const result = (await build({
    root: pageDirectory,
    configFile: false,
    logLevel: 'error',
    plugins: [replacements, babel({ presets: [reactCompilerPreset()] })],
    // Not by Tailwind, which would lose where its fonts are: vite makes it small afterwards.
    css: { postcss: { plugins: [tailwind({ optimize: false }), latinOnly] } },
    // Not modules: a browser lets no page from a disk load a module worker, not even from a blob.
    worker: { format: 'iife', plugins: () => [replacements], rolldownOptions: { treeshake } },
    build: {
      write: false,
      target: 'es2023',
      modulePreload: false,
      cssCodeSplit: false,
      assetsInlineLimit: Number.MAX_SAFE_INTEGER,
      rolldownOptions: {
        input: `${pageDirectory}/${input}`,
        treeshake,
        output: { codeSplitting: false, format },
      },
    },
  })) as Rolldown.RolldownOutput
  const script = result.output.flatMap((file) => (file.type === 'chunk' ? [file.code] : [])).join('\n')
  const style = result.output
    .flatMap((file) => (file.type === 'asset' && file.fileName.endsWith('.css') ? [String(file.source)] : []))
    .join('\n')
  return { script, style }
}

type PostcssPlugin = NonNullable<Exclude<CSSOptions['postcss'], string | undefined>['plugins']>[number]

/** Only the Latin part of a font goes into the file; other scripts are drawn by the reader's own fonts. */
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

/** The face of the page, 60 kB of it: the boxes of the first paint wear the other one, and need not wait for it. */
const fontOfPage = /@font-face\s*{[^}]*Inter Variable[^}]*}/g

function cutOut(text: string, pattern: RegExp): readonly [rest: string, cut: readonly string[]] {
  return [text.replace(pattern, ''), text.match(pattern) ?? []]
}

/** Nothing in a script may look like its end, or like the start of a comment, to a parser of HTML. */
function forElement(script: string): string {
  return script.replace(/<\/(?=script)/gi, '<\\/').replace(/<!--/g, '<\\!--')
}

function templateOf(starterScript: string, viewerScript: string, style: string): string {
  const [starter, viewer] = [forElement(starterScript), forElement(viewerScript)]
  const [withoutFont, fonts] = cutOut(style.replace(/<\/(?=style)/gi, '<\\/'), fontOfPage)
  return `<!doctype html>
<html lang="en" data-theme="system">
<head>
<meta charset="utf-8" />
${htmlGenerator}
<meta http-equiv="Content-Security-Policy" content="${policyFor([starter, viewer])}" />
<meta name="viewport" content="width=device-width, initial-scale=1" />
<meta name="color-scheme" content="light dark" />
<meta name="referrer" content="no-referrer" />
<meta name="robots" content="noindex" />
${titleMarker}
<style>${withoutFont}</style>
</head>
<body>
<div id="root">${boxesMarker}</div>
<noscript>Zooming and searching need scripts, which this browser does not run.</noscript>
<script>${starter}</script>
<style>${fonts.join('')}</style>
${dataMarker}<script type="text/plain" id="${viewerElementId}">${viewer}</script>
</body>
</html>
`
}

/** Gives the policy of the file: it sends no request, and runs no script but its own, with any text in a profile. */
function policyFor(scripts: readonly string[]): string {
  const hashes = scripts.map((script) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`)
  return [
    `default-src 'none'`,
    `script-src ${hashes.join(' ')}`,
    `style-src 'unsafe-inline'`,
    `img-src data: blob:`,
    `font-src data:`,
    `connect-src blob:`,
    `worker-src blob:`,
    `base-uri 'none'`,
    `form-action 'none'`,
  ].join('; ')
}
