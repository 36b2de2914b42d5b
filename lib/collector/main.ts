/**
 * The collector, the privileged program: it runs as root beside the JVMs and answers a few verbs on a Unix socket.
 */
import { createCollector } from './collector.ts'
import { explainWeakParser } from '../parser/parser-command.ts'
import { parserLimits } from '../parser/run-parser.ts'
import { runProgram } from './run-program.ts'

// All may read a file that has no mode of its own, as private ones have: perf script runs as another user and reads
// copies of recordings.
process.umask(0o022)
await runProgram(
  (config) => config.collectorSocket,
  async (config, report) => {
    const collector = createCollector(config, report)
    await collector.start()
    // This prints why the sandbox of the parser is weaker on this host than on others; the start does not wait.
    void explainWeakParser(parserLimits(config)).then((weakness) => weakness !== null && console.log(weakness), report)
    return collector
  },
)
