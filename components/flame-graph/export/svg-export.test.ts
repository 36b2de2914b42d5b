import { describe, expect, it } from 'vitest'
import fc from 'fast-check'
import { profileFromDiagram } from '../../../lib/testing/profiles/text-graph.ts'
import { anyProfile } from '../../../lib/testing/profiles/random-profile.ts'
import { createExportImage, type ExportGraph, type ExportOptions } from './export-scene.ts'
import { escapeXml, writeSvg } from './svg-export.ts'
import type { Scene } from '../scene/scene.ts'
import { createRecordingTarget, createScene } from '../testing/scene.ts'

const profile = profileFromDiagram(`
  a  a  d
  b  c  .
  30 20 50
`)
const header = { title: 'Shop', subtitle: '30 s' }
const graphOf = (scene: Scene, more: Partial<ExportGraph> = {}): ExportGraph => ({
  ...{ scene, widthPx: 224, heightPx: 90, legend: [{ colour: '#0f0', text: 'Java' }], ...more },
})
const optionsOf = (scene: Scene, more: Partial<ExportGraph> = {}): ExportOptions => ({
  ...header,
  columns: [[graphOf(scene, more)]],
})

/** Names of the elements in the order they end; fails where the text is no XML. */
function elementsOf(xml: string): string[] {
  const open: string[] = []
  const ended: string[] = []
  const markup =
    /<\?[^?]*\?>|<(\/?)([a-z]+)((?: [\w:-]+="[^"<&]*(?:&(?:amp|lt|gt|quot|#39);[^"<&]*)*")*)(\/?)>|([^<]+)|(<)/g
  for (const [, end, name, , empty, text, stray] of xml.matchAll(markup)) {
    if (stray !== undefined) throw new Error('a stray <')
    if (text !== undefined && /&(?!amp;|lt;|gt;|quot;|#39;)/.test(text)) throw new Error(`a stray & in ${text}`)
    if (name === undefined) continue
    if (end === '/' && open.pop() !== name) throw new Error(`</${name}> ends nothing`)
    if (end === '/' || empty === '/') ended.push(name)
    else open.push(name)
  }
  if (open.length > 0) throw new Error(`<${open.join()}> never ends`)
  return ended
}

describe('an SVG of a view', () => {
  it('holds every rectangle and text that the canvas would be painted with', () => {
    const scene = createScene(profile, { selected: 4, pins: [{ node: 2, label: '1' }], searches: [Int32Array.of(3)] })
    const target = createRecordingTarget()
    const measure = (text: string) => text.length * 0.6 * 11.5
    createExportImage(optionsOf(scene), measure, 1).draw(target)
    const ended = elementsOf(writeSvg(optionsOf(scene)))
    const count = (name: string) => ended.filter((element) => element === name).length
    expect(count('rect')).toBe(target.fills.length + target.outlines.length)
    expect(count('circle')).toBe(target.discs.length)
    expect(count('text')).toBe(target.texts.length)
    expect(target.texts.map(({ text }) => text)).toEqual(['Shop', '30 s', 'all', 'a', 'b', 'c', 'd', '1', 'Java'])
  })

  it('says what a box is in its tooltip', () => {
    const svg = writeSvg(optionsOf(createScene(profile), { titleOf: (node) => (node === 4 ? 'd, 50%' : '') }))
    expect(svg).toContain('<title>d, 50%</title></rect>')
    expect(svg.match(/<title>/g)).toHaveLength(2)
  })

  it('is as high as the zoomed subtree with its callers when nothing else is said', () => {
    const heightOf = (zoomNode: number) =>
      /height="(\d+)"/.exec(writeSvg(optionsOf(createScene(profile, { zoomNode }), { heightPx: null })))
    expect(Number(heightOf(0)![1]) - Number(heightOf(4)![1])).toBe(18)
  })

  it('breaks a long legend into lines inside the image', () => {
    const legend = Array.from({ length: 9 }, (_, index) => ({ colour: '#0f0', text: `package.number${index}` }))
    const target = createRecordingTarget()
    const image = createExportImage(optionsOf(createScene(profile), { legend }), (text) => 7 * text.length, 1)
    image.draw(target)
    const entries = target.texts.filter(({ text }) => text.startsWith('package'))
    expect(entries).toHaveLength(9)
    for (const { x, y, text } of entries) {
      expect(x + 7 * text.length).toBeLessThanOrEqual(224)
      expect(y).toBeLessThan(image.heightPx)
    }
  })

  it('holds graphs beside each other, and below each other, each with its label, boxes and legend', () => {
    const named = (label: string, text: string) =>
      graphOf(createScene(profile), { label, legend: [{ colour: '#0f0', text }] })
    const [before, after] = [named('Before', 'Java 10%'), named('After', 'Java 20%')]
    const textsOf = (columns: ExportOptions['columns']) => {
      const target = createRecordingTarget()
      const image = createExportImage({ ...header, columns }, (text) => 7 * text.length, 1)
      image.draw(target)
      expect(target.fills.filter(({ node }) => node >= 0)).toHaveLength(2 * 5)
      return { image, at: (text: string) => target.texts.find((entry) => entry.text === text)! }
    }
    const beside = textsOf([[before], [after]])
    expect(beside.image.widthPx).toBe(2 * 224)
    expect(beside.at('After')).toMatchObject({ x: beside.at('Before').x + 224, y: beside.at('Before').y })
    expect(beside.at('Java 20%').x).toBe(beside.at('Java 10%').x + 224)
    const below = textsOf([[before, after]])
    expect(below.image.widthPx).toBe(224)
    expect(below.at('After').x).toBe(below.at('Before').x)
    expect(below.at('After').y).toBeGreaterThan(below.at('Java 10%').y)
    expect(below.at('Java 20%').y).toBeLessThan(below.image.heightPx)
  })

  it('stays XML whatever the names are, and shows no control characters', () => {
    fc.assert(
      fc.property(anyProfile, fc.string(), (random, title) => {
        const scene = createScene(random)
        const svg = writeSvg({
          ...optionsOf(scene, { widthPx: 2000, titleOf: (node) => scene.labelOf(scene.tree.frame[node]!) }),
          title,
        })
        elementsOf(svg)
        // eslint-disable-next-line no-control-regex -- that there is none is what is tested
        expect(svg).not.toMatch(/[\0-\x08\x0b\x0c\x0e-\x1f]/)
      }),
      { seed: 1 },
    )
  })

  it('escapes what would be markup', () => {
    expect(escapeXml('<a b="c">&\'\u0000\ud800')).toBe('&lt;a b=&quot;c&quot;&gt;&amp;&#39;\ufffd')
  })
})
