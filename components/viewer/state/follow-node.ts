import { packOfFrame } from '../../../lib/profile/fold-framework.ts'
import type { NamedTree } from '../worker/named-tree.ts'

/**
 * Where a node of one tree is in another one made by other filters: the way from the root goes by the same names, but for those that
 * are no longer there. 0 when not even the start of it is there.
 *
 *     main;run;work;sum without run   is   main;work;sum
 */
export function followNode(from: NamedTree, node: number, to: NamedTree): number {
  const placesOf = new Map<string, number[]>()
  const path = pathTo(from, node)
  path.forEach((key, place) => placesOf.set(key, [...(placesOf.get(key) ?? []), place]))
  let at = 0
  let done = -1
  for (;;) {
    let next = -1
    let nextPlace = path.length
    for (let child = at + 1; child < to.tree.end[at]!; child = to.tree.end[child]!) {
      const place = placesOf.get(keyOf(to, child))?.find((one) => one > done) ?? path.length
      if (place < nextPlace) [next, nextPlace] = [child, place]
    }
    if (next < 0) return done === path.length - 1 ? at : (sameFramework(from, node, to, at) ?? at)
    at = next
    done = nextPlace
  }
}

/** The box that took the place of a framework's frames, or the first of the frames that took the place of the box. */
function sameFramework(from: NamedTree, node: number, to: NamedTree, caller: number): number | null {
  const pack = node > 0 ? packOfFrame(from, from.tree.frame[node]!) : null
  if (pack === null) return null
  for (let child = caller + 1; child < to.tree.end[caller]!; child = to.tree.end[child]!) {
    if (packOfFrame(to, to.tree.frame[child]!) === pack) return child
  }
  return null
}

function pathTo(named: NamedTree, node: number): string[] {
  const path: string[] = []
  for (let place = node; place > 0; place = named.tree.parent[place]!) path.push(keyOf(named, place))
  return path.reverse()
}

function keyOf({ tree, frames, strings }: NamedTree, node: number): string {
  const frame = tree.frame[node]!
  return `${frames.kind[frame]} ${strings[frames.name[frame]!]}`
}
