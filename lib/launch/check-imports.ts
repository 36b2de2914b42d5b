/** Runs the import rules, and fails too when they saw nothing: a rule over no module is green and worth nothing. */
import { z } from 'zod'
import { runCommand } from '../host/command/run-command.ts'
import { checkout } from './checkout.ts'

const reportSchema = z.object({
  modules: z.array(z.object({ source: z.string() })),
  summary: z.object({
    violations: z.array(z.object({ from: z.string(), to: z.string(), rule: z.object({ name: z.string() }) })),
  }),
})

const cruiser = `${checkout}/node_modules/.bin/depcruise`
const { stdout } = await runCommand(
  process.execPath,
  [cruiser, '--config', '.config/dependency-cruiser.cjs', '--output-type', 'json', 'lib', 'app', 'components'],
  { cwd: checkout, maxOutputBytes: 2 ** 28 }, // the report names each import of each module
)
const { modules, summary } = reportSchema.parse(JSON.parse(stdout))
const ours = modules.filter(({ source }) => /^(lib|app|components)\//.test(source))
for (const { rule, from, to } of summary.violations) process.stdout.write(`${rule.name}: ${from} -> ${to}\n`)
process.stdout.write(`${ours.length} modules, ${summary.violations.length} imports against the rules\n`)
process.exitCode = ours.length > 0 && summary.violations.length === 0 ? 0 : 1
