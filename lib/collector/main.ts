/** The privileged program: beside the JVMs, as root, behind a Unix socket with a handful of verbs. */
import { createCollector } from './collector.ts'
import { explainWeakParser } from '../parser/parser-command.ts'
import { parserLimits } from '../parser/run-parser.ts'
import { runProgram } from './run-program.ts'

process.umask(0o022) // what is private says so itself; perf script, as another user, reads its copies
await runProgram(
  (config) => config.collectorSocket,
  async (config, report) => {
    const collector = createCollector(config, report)
    await collector.start()
    void explainWeakParser(parserLimits(config)).then((weakness) => weakness !== null && console.log(weakness), report)
    return collector
  },
)
