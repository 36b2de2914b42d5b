/**
 * The collector, the privileged program: it runs as root beside the JVMs and answers a few verbs on a Unix socket.
 */
import { createCollector } from './collector.ts'
import { explainWeakParser } from '../parser/parser-command.ts'
import { parserLimits } from '../parser/run-parser.ts'
import { runProgram } from './run-program.ts'

// Perf script runs as another user and reads copies of recordings. A file that is private is made with its own mode.
process.umask(0o022)
await runProgram(
  (config) => config.collectorSocket,
  async (config, report) => {
    const collector = createCollector(config, report)
    await collector.start()
    // Says where the sandbox of the parser is weaker on this host than on others; the start does not wait for it.
    void explainWeakParser(parserLimits(config)).then((weakness) => weakness !== null && console.log(weakness), report)
    return collector
  },
)
