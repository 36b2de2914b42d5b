#!/usr/bin/env node
// `hearth ...`, the bin of package.json. Any Node from 18 on can run this file.
process.argv.splice(2, 0, 'lib/command-line/main.ts')
await import('./run.mjs')
