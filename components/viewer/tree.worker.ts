/** Fetches a profile, keeps it, and derives trees from it, away from the page's main thread. */
import { isProblem, Problem } from '../../lib/errors.ts'
import { buildCallTree } from '../../lib/profile/call-tree.ts'
import { decodeProfile } from '../../lib/profile/encode.ts'
import { applyFilters, type Filter } from '../../lib/profile/filters.ts'
import { legend } from '../../lib/profile/legend.ts'
import { layoutStarts } from '../../lib/profile/layout.ts'
import { type Profile } from '../../lib/profile/profile.ts'
import { frameNames, matchesLiteral, parseSearch } from '../../lib/profile/search.ts'
import { problemOf } from '../api/call-api.ts'
import { createPatternSearch } from './pattern-search.ts'
import { describeProfile } from './profile-facts.ts'
import {
  type BuiltTree,
  type Failure,
  type Legends,
  type PackedNames,
  type TreeReply,
  type TreeRequest,
} from './tree-messages.ts'

const patterns = createPatternSearch()
let profile: Profile | undefined
/** The profile after the filters of the newest tree: what searches look through. */
let drawn: Profile | undefined
let names: readonly string[] = []

self.onmessage = ({ data: request }: MessageEvent<TreeRequest>) => {
  answer(request).catch((error: unknown) => {
    if (error instanceof DOMException && error.name === 'AbortError') return
    reply({
      type: 'failed',
      of: request.type,
      serial: 'serial' in request ? request.serial : 0,
      problem: asFailure(error),
    })
  })
}

async function answer(request: TreeRequest): Promise<void> {
  switch (request.type) {
    case 'open':
      profile = await fetchProfile(request.url)
      reply({ type: 'opened', facts: describeProfile(profile) })
      return
    case 'build': {
      const built = buildTree(request.filters)
      reply({ type: 'built', serial: request.serial, built }, buffersOf(built))
      // After the tree: of 200,000 names this takes a third of a second, and the graph need not wait for it.
      reply({ type: 'legends', serial: request.serial, legends: legendsOf(request.filters) })
      return
    }
    case 'search': {
      const frameMatches = await search(request.text, request.caseSensitive)
      reply({ type: 'found', serial: request.serial, frameMatches }, [frameMatches.buffer])
    }
  }
}

async function fetchProfile(url: string): Promise<Profile> {
  const response = await fetch(url).catch((cause: unknown) => {
    throw new Problem('web-unreachable', {}, { cause })
  })
  if (!response.ok) throw await problemOf(response)
  return decodeProfile(new Uint8Array(await response.arrayBuffer()))
}

function buildTree(filters: readonly Filter[]): BuiltTree {
  if (!profile) throw new Error('build before open')
  const before = drawn
  drawn = applyFilters(profile, filters)
  const tree = buildCallTree(drawn)
  const isSameNames = before?.strings === drawn.strings && before.frames === drawn.frames
  if (!isSameNames) {
    names = frameNames(drawn)
    patterns.setNames(names)
  }
  return {
    tree,
    starts: layoutStarts(tree),
    warnings: drawn.provenance.warnings.filter((warning) => !profile?.provenance.warnings.includes(warning)),
    names: isSameNames ? null : packNames(drawn),
  }
}

async function search(text: string, caseSensitive: boolean): Promise<Uint8Array<ArrayBuffer>> {
  const parsed = parseSearch(text)
  return parsed.type === 'pattern'
    ? patterns.match(parsed.source, caseSensitive)
    : matchesLiteral(names, text, caseSensitive)
}

let known: { key: string; legends: Legends } | undefined

function legendsOf(filters: readonly Filter[]): Legends {
  if (!profile) throw new Error('legends before open')
  const upright = filters.filter(({ type }) => type !== 'invert')
  const key = JSON.stringify(upright)
  if (known?.key !== key) {
    const shown = applyFilters(profile, upright)
    known = { key, legends: { kind: legend('kind', shown), package: legend('package', shown) } }
  }
  return known.legends
}

function packNames({ frames, strings }: Profile): PackedNames {
  return { frames, joined: strings.join(''), lengths: Uint32Array.from(strings, ({ length }) => length) }
}

/** The columns that move to the page instead of being copied. */
function buffersOf({ tree, starts }: BuiltTree): ArrayBufferLike[] {
  return [tree.frame, tree.parent, tree.end, tree.depth, tree.self, tree.total, starts].map(({ buffer }) => buffer)
}

function asFailure(error: unknown): Failure {
  if (isProblem(error)) return error.toJSON()
  return { bug: error instanceof Error ? `${error.name}: ${error.message}` : String(error) }
}

function reply(message: TreeReply, transfer: Transferable[] = []): void {
  self.postMessage(message, { transfer })
}
