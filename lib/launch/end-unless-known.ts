/**
 * Ends this program, before it does anything, with exit code 0 where its arguments ask for help, since a person who
 * asks what a command does may not want it to run, and with 2 where an argument is not one of `known`, whole: `--x=1`
 * is not `--x`.
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
