import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createRandom } from '../../lib/testing/profiles/random-profile.ts'

/**
 * What a large service prints, made of chance and the same for the same seed: a file is written as it is made, never
 * held.
 */
export interface BigFile {
  readonly name: string
  readonly pieces: (bytes: number) => Iterable<string>
}

const seed = 20_260_101
const names = 40_000
const deepest = 40
/** Of the tree that stacks are taken from: some millions, so that hardly two lines are the same. */
const nodeCount = 1_500_000
const pieceCharacters = 256 * 1024

/** `main;...;acme.mod3.Part7.do5 12`, about 500 bytes a line, nearly every line another stack. */
export const bigFolded: BigFile = {
  name: 'big.folded',
  *pieces(bytes) {
    const random = createRandom(seed)
    const tree = growTree(random)
    yield* inPieces(bytes, function* () {
      const stack: string[] = []
      for (const node of pathTo(tree, pick(random))) stack.push(nameOf(tree.frame[node]!))
      // A leaf of its own for every line or so: real services end in more places than they begin.
      stack.push(nameOf(Math.floor(random() * names)))
      yield `${stack.join(';')} ${1 + Math.floor(random() * 9)}\n`
    })
  },
}

/**
 * The text of `perf script -F comm,pid,tid,time,event,ip,sym,dso`: 40 threads at 999 Hz, most stacks met more than
 * once.
 */
export const bigPerfScript: BigFile = {
  name: 'big.perf.txt',
  *pieces(bytes) {
    const random = createRandom(seed)
    const tree = growTree(random)
    let microseconds = 4_794_564_000_000
    yield* inPieces(bytes, function* () {
      microseconds += 25
      const thread = Math.floor(random() * 40)
      const time = (microseconds / 1e6).toFixed(6)
      yield `http-nio-8080-${thread} 24636/${25_000 + thread} [00${thread % 8}] ${time}:   10101010 cpu-clock:u: \n`
      for (const node of pathTo(tree, pick(random)).reverse()) {
        const frame = tree.frame[node]!
        const address = (0x7f31_0000_0000 + frame * 4096 + (node % 61) * 16).toString(16)
        yield `\t${address} ${nameOf(frame)} (/tmp/perf-24636.map)\n`
      }
      yield '\n'
    })
  },
}

/** Writes so many bytes of it, or a line more. */
export async function writeBigFile(file: BigFile, path: string, bytes: number): Promise<void> {
  await pipeline(Readable.from(file.pieces(bytes)), createWriteStream(path))
}

interface Tree {
  readonly parent: Int32Array
  readonly frame: Int32Array
}

/** Each place hangs below an older one, so that most of the weight runs through few paths, as in a service. */
function growTree(random: () => number): Tree {
  const parent = new Int32Array(nodeCount).fill(-1)
  const frame = new Int32Array(nodeCount)
  const depth = new Uint8Array(nodeCount)
  for (let node = 1; node < nodeCount; node++) {
    // Most of it near the newest: deep requests; some of it far back.
    let above = random() < 0.9 ? node - 1 - Math.floor(random() * Math.min(node, 50)) : Math.floor(random() * node)
    while (depth[above]! >= deepest) above = parent[above]!
    parent[node] = above
    depth[node] = depth[above]! + 1
    frame[node] = Math.floor(random() ** 2 * names)
  }
  return { parent, frame }
}

function pathTo({ parent }: Tree, node: number): number[] {
  const path: number[] = []
  for (let at = node; at >= 0; at = parent[at]!) path.push(at)
  return path.reverse()
}

function pick(random: () => number): number {
  return Math.floor(random() * nodeCount)
}

function nameOf(frame: number): string {
  return `com.acme.mod${frame % 97}.Part${frame}.do${frame % 13}`
}

function* inPieces(bytes: number, next: () => Iterable<string>): Generator<string> {
  let left = bytes
  let piece = ''
  while (left > 0) {
    for (const text of next()) {
      piece += text
      left -= text.length
    }
    if (piece.length < pieceCharacters) continue
    yield piece
    piece = ''
  }
  if (piece !== '') yield piece
}
