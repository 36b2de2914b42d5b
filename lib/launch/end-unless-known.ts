/**
 * Ends this program before it does anything where its arguments ask for help (exit code 0), or where one is not among
 * `known` (2): who asks what a command does has not asked for it.
 */
export function endUnlessKnown(args: readonly string[], known: readonly string[], usage: string): void {
  if (args.some((argument) => argument === '--help' || argument === '-h')) {
    process.stdout.write(`${usage}\n`)
    process.exit(0)
  }
  const unknown = args.find((argument) => !known.includes(argument))
  if (unknown === undefined) return
  process.stderr.write(`unknown argument: ${unknown}\n\n${usage}\n`)
  process.exit(2)
}
