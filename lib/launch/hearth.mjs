#!/usr/bin/env node
// `hearth ...` and, as a plugin of kubectl, `kubectl hearth ...`: the bins of package.json. Any Node from 18 on can run
// this file.
import { basename } from 'node:path'

if (basename(process.argv[1] ?? '') === 'kubectl-hearth') process.env.HEARTH_CALLED_AS = 'kubectl hearth'
process.argv.splice(2, 0, 'lib/command-line/main.ts')
await import('./run.mjs')
