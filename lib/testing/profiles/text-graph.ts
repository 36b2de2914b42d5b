/** Profiles from diagrams of their stacks, and call trees as text: for tests that show what they are about. */
import type { CallTree } from '../../profile/tree/call-tree.ts'
import { createProfileBuilder } from '../../profile/model/profile-builder.ts'
import {
  nameOfFrame,
  emptyProvenance,
  type CompileTier,
  type FrameKind,
  type Profile,
} from '../../profile/model/profile.ts'

const suffixes: Record<string, { kind?: FrameKind; tier?: CompileTier }> = {
  k: { kind: 'kernel' },
  v: { kind: 'vm' },
  n: { kind: 'native' },
  u: { kind: 'unknown' },
  i: { tier: 'inlined' },
  0: { tier: 'interpreted' },
}

/**
 * A profile drawn as one stack per column, roots in the first line. `.` ends a stack early; a last line of numbers
 * gives weights (else 1). Frames are java; `_[k]` kernel, `_[v]` vm, `_[n]` native, `_[u]` unknown, `_[i]` java and
 * inlined, `_[0]` java and interpreted.
 *
 *     main  main  main
 *     a     a     read_[k]
 *     c     .     .
 *     2     1     5
 *
 * The thread of a column is `thread`, or the text before `>` in its root: `http-1>main`.
 */
export function profileFromDiagram(diagram: string): Profile {
  const lines = diagram
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => line.trim().split(/\s+/))
  const weights = lines.at(-1)!.every((cell) => /^[\d.]*\d$/.test(cell)) ? lines.pop()!.map(Number) : undefined
  const builder = createProfileBuilder()
  lines[0]!.forEach((root, column) => {
    const [thread, first] = root.includes('>') ? (root.split('>') as [string, string]) : ['thread', root]
    let stack = -1
    for (const cell of [first, ...lines.slice(1).map((line) => line[column] ?? '.')]) {
      if (cell === '.') break
      const [, name = cell, suffix = ''] = /^(.*)_\[(\w)\]$/.exec(cell) ?? []
      const { kind = 'java', tier } = suffixes[suffix] ?? {}
      stack = builder.stack(stack, builder.frame(name, kind), tier)
    }
    builder.sample(stack, builder.thread(thread), column, weights?.[column] ?? 1)
  })
  return builder.finish('samples', emptyProvenance('picture'))
}

/** A tree as indented text, `name total`, and `self n` where there is any. */
export function printTree(profile: Profile, tree: CallTree): string {
  const lines: string[] = []
  for (let node = 0; node < tree.length; node++) {
    const name = node === 0 ? 'all' : nameOfFrame(profile, tree.frame[node]!)
    const self = tree.self[node]! > 0 ? ` self ${tree.self[node]!}` : ''
    lines.push(`${'  '.repeat(tree.depth[node]!)}${name} ${tree.total[node]!}${self}`)
  }
  return lines.join('\n')
}
