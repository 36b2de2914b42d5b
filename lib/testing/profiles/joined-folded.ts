/** Two folded texts joined the plain way, by looking each stack up: what difffolded.pl is documented to do. */
export function comparedStacks(before: readonly string[], after: readonly string[]): string {
  const cut = (line: string) =>
    [line.slice(0, line.lastIndexOf(' ')), line.slice(line.lastIndexOf(' ') + 1).trim()] as const
  const [one, two] = [new Map(before.map(cut)), new Map(after.map(cut))]
  const stacks = [...new Set([...one.keys(), ...two.keys()])].sort()
  return stacks.map((stack) => `${stack} ${one.get(stack) ?? '0'} ${two.get(stack) ?? '0'}\n`).join('')
}
