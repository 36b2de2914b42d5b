/**
 * The image that a chat shows of a link: title, conclusion, where it comes from, and the real graph as the link shows
 * it.
 */
import { crc32, deflateSync } from 'node:zlib'
import { createElement, type CSSProperties, type ReactElement, type ReactNode } from 'react'
import { ImageResponse } from 'next/og.js'
import { decodeStored } from '../profiles/decode-stored.ts'
import { applyFilters } from '../../profile/filters/filters.ts'
import { compareFunctions } from '../../profile/compare/compare-functions.ts'
import { normalizeStacks } from '../../profile/compare/merged-tree/normalize-stacks.ts'
import { cutText } from '../../profile/names/cut-text.ts'
import type { Profile } from '../../profile/model/profile.ts'
import { type PreviewBox, comparisonBoxes, profileBoxes, type PixelSize, type PreviewGraph } from './preview-boxes.ts'
import { type PreviewView, readPreviewView } from './preview-view.ts'
import { concludeComparison, concludeProfile, titleAbove } from './conclusion.ts'

/** Red, green and blue. All three are equal, since the image is first filled with one byte. */
const background = [255, 255, 255] as const
/** The first bytes of every PNG. */
const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

/**
 * Draws boxes as a PNG, without a library: a page engine would take seconds for so many elements. Each box has a line
 * of the background at its top, and one at its right where it is wide enough.
 */
export function drawBoxImage(boxes: readonly PreviewBox[], size: PixelSize): Buffer {
  const rowBytes = size.width * 3 + 1
  const pixels = Buffer.alloc(rowBytes * size.height, background[0])
  for (let row = 0; row < size.height; row++) pixels[row * rowBytes] = 0 // no filter
  for (const box of boxes) fill(pixels, box, size)
  return encodePng(pixels, size)
}

/** Paints one box into the rows of a PNG: a byte for the filter, then three bytes a pixel. */
function fill(pixels: Buffer, { x, y, width, height, colour }: PreviewBox, size: PixelSize): void {
  const rgb = [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16))
  const right = Math.min(size.width, x + (width > 2 ? width - 1 : width))
  const bottom = Math.min(size.height, y + height)
  for (let row = Math.max(0, y + 1); row < bottom; row++) {
    let at = row * (size.width * 3 + 1) + 1 + Math.max(0, x) * 3
    for (let column = Math.max(0, x); column < right; column++) {
      for (const channel of rgb) pixels[at++] = channel
    }
  }
}

function encodePng(pixels: Buffer, { width, height }: PixelSize): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header[8] = 8 // bits of a channel
  header[9] = 2 // red, green, blue
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(pixels)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

/** Gives a chunk of a PNG: length, type, data, checksum of type and data. Source: PNG 3rd edition, 5.3. */
function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  const checksum = Buffer.alloc(4)
  checksum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, checksum])
}

/**
 * The characters of the one font of the image, Geist, which comes with Next: Latin with Vietnamese, Cyrillic, and some
 * signs. One that it lacks would be fetched over the network.
 */
export const drawable = String.raw`\x20-\x7e\u00a1-\u00ac\u00ae-\u0113\u0116-\u012b\u012e-\u0137\u0139-\u013e\u0141-\u0148\u014a-\u014d\u0150-\u017e\u018f\u0192\u01a0\u01a1\u01af\u01b0\u0218-\u021b\u0400-\u045f\u0490-\u0493\u049a\u049b\u04a2\u04a3\u04ae-\u04b3\u04b6\u04b7\u04ba\u04bb\u04c0\u04cf\u04d8\u04d9\u04e2\u04e3\u04e8\u04e9\u04ee\u04ef\u1e80-\u1e85\u1e9e\u1ea0-\u1ef9…–—·×→•€“”‘’`
const undrawable = new RegExp(`[^${drawable}]+(?: [^${drawable}]+)*`, 'gu')
/** Characters that are no text: controls, marks of direction, emoji with the characters that join and colour them. */
const decoration = /(?![©®])[\p{C}\p{Extended_Pictographic}\p{Emoji_Modifier}\ufe0f]/gu

/**
 * Gives a text that can be drawn, of at most `longest` characters: without emoji, and with one ellipsis for words in
 * letters that the font lacks.
 *
 *     shop 🔥 наш          shop наш
 *     注文 サービス orders    … orders
 */
export function toDrawableText(text: string, longest: number): string {
  const plain = text
    .normalize('NFC')
    .replace(/[\p{Z}\s]+/gu, ' ')
    .replace(decoration, '')
    .replace(/ +/g, ' ')
    .replace(undrawable, '…')
    .trim()
  return cutText(plain, longest)
}

/** Joins as many facts as fit into `longest` characters. Only a single fact is cut. */
export function joinWhole(facts: readonly string[], longest: number): string {
  const text = facts.join('  ·  ')
  if (text.length > longest && facts.length > 1) return joinWhole(facts.slice(0, -1), longest)
  return toDrawableText(text, longest)
}

/** The size of the image in pixels, which chats and social networks ask for. */
export const previewSize = { width: 1200, height: 630 } as const

export interface PreviewRequest {
  /** One stored profile, or the later one and its baseline. */
  readonly gzipped: readonly Uint8Array[]
  readonly title: string
  /** How it was recorded, the most important fact first. */
  readonly facts: readonly string[]
  /** The view of the link; its zoom, searches and filters are drawn. */
  readonly query: string
}

/** Pixels of the image of a link: beside the graph, above it for title and facts, and below it. */
const previewMarginPx = 36
const headHeight = 164
const footHeight = 26
const graphSize = {
  width: previewSize.width - 2 * previewMarginPx,
  height: previewSize.height - headHeight - footHeight,
}

/**
 * Gives the image. A search by pattern may take for ever: run it where it can be ended. Throws: Problem
 * `unreadable-profile`.
 */
export async function drawPreview(request: PreviewRequest): Promise<Uint8Array<ArrayBuffer>> {
  const { gzipped, title, facts, query } = request
  const view = readPreviewView(query)
  const [profile, baseline] = gzipped.map(decodeStored)
  const { conclusion, graph } = baseline ? drawComparison(baseline, profile!, view) : drawProfile(profile!, view)
  const searches = view.searches.map(({ text }) => `search ${text}`)
  const response = new ImageResponse(
    pageOf(graph, { title: titleAbove(conclusion, title), conclusion, facts: [...searches, ...facts] }),
    {
      ...previewSize,
    },
  )
  return new Uint8Array(await response.arrayBuffer())
}

interface PreviewContent {
  readonly conclusion: string
  readonly graph: PreviewGraph
}

function drawProfile(profile: Profile, view: PreviewView): PreviewContent {
  const shown = applyFilters(profile, view.filters)
  return { conclusion: concludeProfile(shown), graph: profileBoxes(shown, graphSize, view) }
}

function drawComparison(baseline: Profile, profile: Profile, view: PreviewView): PreviewContent {
  const { before, after } = normalizeStacks(applyFilters(baseline, view.filters), applyFilters(profile, view.filters))
  const compared = compareFunctions(before, after)
  const { conclusion, named } = concludeComparison(compared)
  return { conclusion, graph: comparisonBoxes(compared, graphSize, view, named) }
}

interface Head {
  readonly title: string
  readonly conclusion: string
  readonly facts: readonly string[]
}

/** How large the conclusion is written, in pixels: as large as it fits on a line. A longer one is cut. */
const conclusionSizes = [
  { px: 40, mostChars: 52 },
  { px: 32, mostChars: 65 },
  { px: 26, mostChars: 80 },
] as const

function conclusionOf(text: string): ReactElement {
  const { px, mostChars } = conclusionSizes.find((size) => text.length <= size.mostChars) ?? conclusionSizes.at(-1)!
  return box({ fontSize: px, marginTop: 2, height: 50, alignItems: 'center' }, toDrawableText(text, mostChars))
}

/** Gives the whole image as elements. Texts are cut at so many characters as fit on a line in their size. */
function pageOf({ boxes, rowsBelow }: PreviewGraph, { title, conclusion, facts }: Head): ReactElement {
  const imageUrl = `data:image/png;base64,${drawBoxImage(boxes, graphSize).toString('base64')}`
  const below = rowsBelow === 0 ? '' : `${rowsBelow} ${rowsBelow === 1 ? 'row' : 'rows'} towards the root not shown`
  return box(
    { width: '100%', height: '100%', background: '#ffffff', color: '#16181d', flexDirection: 'column' },
    box(
      { height: headHeight, padding: `20px ${previewMarginPx}px 0`, flexDirection: 'column' },
      box(
        { justifyContent: 'space-between', alignItems: 'baseline' },
        box(
          { fontSize: conclusion === '' ? 40 : 28 },
          toDrawableText(title, conclusion === '' ? 46 : 64) || 'Shared profile',
        ),
        box({ fontSize: 26, color: '#c2410c' }, 'Hearth'),
      ),
      conclusionOf(conclusion),
      box({ fontSize: 22, color: '#565b66', marginTop: 4 }, joinWhole(facts, 104)),
    ),
    box(
      { position: 'absolute', left: previewMarginPx, top: headHeight, ...graphSize },
      createElement('img', { src: imageUrl, width: graphSize.width, height: graphSize.height }),
    ),
    box({ position: 'absolute', left: previewMarginPx, bottom: 3, fontSize: 15, color: '#565b66' }, below),
    ...boxes.filter(({ label }) => label !== '').map(labelOf),
  )
}

function labelOf({ x, y, width, height, label }: PreviewBox): ReactElement {
  const bounds: CSSProperties = {
    left: previewMarginPx + x + 5,
    top: headHeight + y,
    width: width - 6,
    height: height + 1,
  }
  const text = { fontSize: Math.min(16, height - 4), color: '#000000', alignItems: 'center' }
  return box(
    { position: 'absolute', overflow: 'hidden', whiteSpace: 'nowrap', ...bounds, ...text },
    toDrawableText(label, 160),
  )
}

function box(style: CSSProperties, ...children: ReactNode[]): ReactElement {
  return createElement('div', { style: { display: 'flex', ...style } }, ...children)
}
