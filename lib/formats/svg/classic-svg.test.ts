import { Script } from 'node:vm'
import { describe, expect, it } from 'vitest'
import { chunksOf } from '../../testing/formats/chunks.ts'
import { type ClassicSvgOptions, writeClassicSvg } from './classic-svg.ts'
import { classicSvgScript } from './classic-svg-script.ts'
import { readFolded } from '../folded/folded.ts'

async function draw(folded: string, options: ClassicSvgOptions = {}) {
  const { profile } = await readFolded(chunksOf(folded))
  return [...writeClassicSvg(profile, options)].join('')
}

/** name, x, y and width of each box, in the order of the file. */
function boxesOf(svg: string) {
  const box =
    /<g data-s="[^"]*" data-v="[^"]*" data-d="[^"]*"><title>(.*?) \(.*?<rect x="([\d.]+)" y="(\d+)" width="([\d.]+)"/g
  return Array.from(svg.matchAll(box), ([, name, x, y, width]) => [name, Number(x), Number(y), Number(width)])
}

describe('writeClassicSvg', () => {
  it('draws where flamegraph.pl draws: 1200 wide, 10 of padding, rows of 16, self time at the left', async () => {
    const svg = await draw('a 1\na;b 2\na;c 1\n')
    expect(svg).toContain('width="1200" height="118"')
    expect(boxesOf(svg)).toEqual([
      ['all', 10, 69, 1180],
      ['a', 10, 53, 1180],
      ['b', 305, 37, 590],
      ['c', 895, 37, 295],
    ])
  })

  it('draws an icicle with the root above', async () => {
    expect(boxesOf(await draw('a;b 1\n', { isInverted: true })).map(([, , y]) => y)).toEqual([36, 52, 68])
  })

  it('says samples and percent in each tooltip', async () => {
    expect(await draw('a 3000\nb 1000\n')).toContain('<title>a (3,000 samples, 75.00%)</title>')
  })

  it('leaves out what is too narrow, and says how much that is', async () => {
    const svg = await draw('wide 100000\nthin;below 1\n')
    expect(boxesOf(svg).map(([name]) => name)).toEqual(['all', 'wide'])
    expect(svg).toContain('2 boxes under 0.1 px are not drawn (0.00% of all).')
  })

  it('shows hostile names as text, never as markup, and drops what XML forbids or what reorders text', async () => {
    const nasty = `<script>alert(1)</script>&"'`
    const svg = await draw(`${nasty} 10\n]]></g><image href=x onerror=y> 10\nq\u202egpj.exe\x07\x1b[31m 10\n`, {
      title: nasty,
    })
    expect(svg.match(/<script/g)).toHaveLength(1)
    expect(svg).not.toContain('<image')
    expect(svg).toContain('<title>qgpj.exe[31m (10')
    // eslint-disable-next-line no-control-regex -- none may be left
    expect(svg).not.toMatch(/[\0-\x08\x0b\x0c\x0e-\x1f\u202e]/)
  })

  it('has one script, the same in every drawing, and refers to nothing outside', async () => {
    const svg = await draw('a;b 1\n', { title: 'x', subtitle: 'y' })
    expect(svg.split('<script>')[1]!.split('</script>')[0]).toContain(classicSvgScript)
    expect(svg.replaceAll('http://www.w3.org/2000/svg', '')).not.toMatch(/https?:|href=|\son[a-z]+=/)
    expect(classicSvgScript).not.toContain(']]>')
    expect(() => new Script(classicSvgScript)).not.toThrow()
  })

  it('says so when there is nothing to draw', async () => {
    const svg = await draw('')
    expect(svg).toContain('Nothing was recorded.')
    expect(boxesOf(svg)).toEqual([])
  })

  it('draws 4,000 frames deep stacks', async () => {
    const svg = await draw(`${Array.from({ length: 4000 }, (_, i) => `f${i}`).join(';')} 1\n`)
    expect(boxesOf(svg)).toHaveLength(4001)
  })
})
