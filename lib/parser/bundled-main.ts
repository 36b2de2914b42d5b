/** main.ts of a bundle. */
import { loadParserScript } from './parser-script.ts'

await loadParserScript(import.meta.dirname).parser.serveJob(process.argv[2])
