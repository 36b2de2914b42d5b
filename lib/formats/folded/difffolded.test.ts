import fs from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { comparedStacks } from '../../testing/profiles/joined-folded.ts'
import { chunksOf } from '../../testing/formats/chunks.ts'
import { anyProfile } from '../../testing/profiles/random-profile.ts'
import type { MergedTree } from '../../profile/compare/merged-tree/comparison.ts'
import type { Profile } from '../../profile/model/profile.ts'
import { buildMergedTree } from '../../profile/compare/merged-tree/merged-tree.ts'
import { readDifffolded, writeDifffolded } from './difffolded.ts'
import { readFolded } from './folded.ts'
import { writeFolded } from './write-folded.ts'

const golden = (name: string) => fs.readFileSync(new URL(`../golden/difffolded/${name}`, import.meta.url), 'utf8')
const read = async (text: string): Promise<Profile> => (await readFolded(chunksOf(text))).profile
const written = (...given: Parameters<typeof writeDifffolded>) => [...writeDifffolded(...given)].join('')

describe('writeDifffolded', () => {
  it.each([
    ['plain.txt', {}],
    ['strip-hex.txt', { stripHex: true }],
    ['normalise.txt', { normalise: true }],
  ] as const)('gives %s, as difffolded.pl does', async (name, options) => {
    const [before, after] = [await read(golden('before.folded')), await read(golden('after.folded'))]
    expect(written(before, after, options)).toBe(golden(name))
  })

  it('keeps fractions where difffolded.pl cuts them off', async () => {
    const [before, after] = [await read('a 1\nb 2\n'), await read('a 2\n')]
    expect(written(before, after, { normalise: true })).toBe('a 0.666666667 2\nb 1.333333333 0\n')
  })

  it('does not divide by a first file without samples', async () => {
    expect(written(await read(''), await read('a 2\n'), { normalise: true })).toBe('a 0 2\n')
  })

  it('says of each stack what the two sides say of it', () => {
    fc.assert(
      fc.property(anyProfile, anyProfile, (before, after) => {
        expect(written(before, after)).toBe(comparedStacks([...writeFolded(before)], [...writeFolded(after)]))
      }),
    )
  })
})

it('says what the merged tree of the two says, stack by stack', async () => {
  await fc.assert(
    fc.asyncProperty(anyProfile, anyProfile, async (before, after) => {
      const [one, two] = [await again(before), await again(after)]
      expect(selvesOf(buildMergedTree(one, two, { width: 'after', scale: 'raw', requests: null, sort: 'name' }))).toBe(
        written(one, two),
      )
    }),
    { numRuns: 50 },
  )
})

describe('readDifffolded', () => {
  it('gives two profiles over the same tables', async () => {
    const { before, after, warnings } = await readDifffolded(chunksOf(golden('plain.txt'), 7))
    expect([...writeFolded(before, { annotate: false })].join('')).toBe(
      'java;gc 0x7f3a10 4\njava;gc 0x7f3a88 4\njava;main;Cart.total 6\njava;main;Cart.total;Price.of 3\n' +
        'java;main;Cart.total;Price.of;read 1\njava;main;Log write 2\n',
    )
    expect(after.stacks).toBe(before.stacks)
    expect(warnings).toEqual([])
  })

  it('reads what was written', async () => {
    await fc.assert(
      fc.asyncProperty(anyProfile, anyProfile, async (before, after) => {
        const [one, two] = [await again(before), await again(after)]
        const text = written(one, two)
        const found = await readDifffolded(chunksOf(text))
        expect(written(found.before, found.after)).toBe(text)
      }),
      { numRuns: 30 },
    )
  })

  it('takes a leaf that async-profiler allocated outside a TLAB for a class', async () => {
    const { before } = await readDifffolded(chunksOf('main;byte[]_[k] 3 4\nmain;tick_[k] 1 1\n'))
    expect([...writeFolded(before, { annotate: true })]).toEqual(['main;byte[]_[j] 3\n', 'main;tick_[k] 1\n'])
  })

  it('skips what has not two counts, and says where', async () => {
    const { before, after, warnings } = await readDifffolded(chunksOf('# made by hand\na 1 2\nb 7\n\nc x 3\n 4 5\n'))
    expect([...writeFolded(before)]).toEqual([' 4\n', 'a 1\n'])
    expect([...writeFolded(after)]).toEqual([' 5\n', 'a 2\n'])
    expect(warnings).toMatchObject([{ code: 'lines-skipped', count: 2, line: 3 }])
  })

  it('says how much of the weight of both sides it could not read', async () => {
    const { warnings } = await readDifffolded(chunksOf('a 50 30\nb -4 6\nc 0 10\n'))
    expect(warnings).toMatchObject([{ code: 'counts-not-usable', count: 1, line: 2 }])
    expect(warnings[0]!.text).toContain('They hold 10% of the weight.')
  })
})

/** As folded text can hold it. */
async function again(profile: Profile): Promise<Profile> {
  return read([...writeFolded(profile)].join(''))
}

/** What ends at each node on either side, as two counts. */
function selvesOf({ tree, strings, frames, before, after }: MergedTree): string {
  const paths = ['']
  const lines: string[] = []
  for (let node = 0; node < tree.length; node++) {
    if (node > 0) {
      const caller = tree.parent[node]!
      paths[node] = `${caller > 0 ? `${paths[caller]!};` : ''}${strings[frames.name[tree.frame[node]!]!]!}`
    }
    const [one, two] = [before.self[node]!, after.self[node]!]
    if (one + two > 0) lines.push(`${paths[node]!} ${one} ${two}\n`)
  }
  const stackOf = (line: string) => line.replace(/ \S+ \S+\n$/, '')
  return lines.sort((a, b) => (stackOf(a) < stackOf(b) ? -1 : 1)).join('')
}
