import { parseJavaCommandLine } from './command-line.ts'

const hidden = '…'

/** Options of the JVM whose value no program chose to hide something in: sizes, counts, switches, paths of code. */
const openOption = /^-X(?!X:)|^-XX:([+-]\w+|\w+=[\d.]+[kmgt]?)$/i
/** Options whose value is the next argument and says where code is or what of it counts. */
const codeOption = /^(-cp|-classpath|--class-path|-p|--module-path|--upgrade-module-path|--add-modules|--source)$/

/**
 * A command line without the values in it: names of properties and options stay, and so does what the JVM is and which
 * code it runs.
 *
 *     java -Xmx1g -Ddb.url=jdbc:x -jar shop.jar --port=80 prod     java -Xmx1g -Ddb.url=… -jar shop.jar --port=… …
 */
export function hideArgumentValues(commandLine: readonly string[]): string[] {
  const [program, ...argv] = commandLine
  if (program === undefined) return []
  const { options, main, mainArguments } = parseJavaCommandLine(argv)
  const start = options.map((option, index) =>
    openOption.test(option) || codeOption.test(argv[index - 1] ?? '') ? option : hideValue(option),
  )
  // `-jar`, `-m` and `--module` stand between the options and the rest.
  const middle = argv.slice(options.length, argv.length - mainArguments.length)
  return [program, ...start, ...(main === null ? middle.map(hideValue) : middle), ...mainArguments.map(hideValue)]
}

/**
 * `--port=80` is `--port=…`, `-javaagent:a.jar=key` is `-javaagent:a.jar=…`, `prod` is `…`; an option without a value
 * stays.
 */
function hideValue(argument: string): string {
  const equals = argument.indexOf('=')
  if (!/^-/.test(argument)) return hidden
  return equals === -1 ? argument : `${argument.slice(0, equals + 1)}${hidden}`
}
