/** The picture that a chat shows of a link: title, where it comes from, and the real graph. */
import { gunzipSync } from 'node:zlib'
import { createElement, type CSSProperties, type ReactElement, type ReactNode } from 'react'
import { ImageResponse } from 'next/og.js'
import { decodeProfile } from '../../profile/encode.ts'
import { boxImage } from './box-image.ts'
import { plainText } from './plain-text.ts'
import { comparisonBoxes, profileBoxes, type Box } from './preview-boxes.ts'

/** What chats and networks ask for. */
export const previewSize = { width: 1200, height: 630 } as const

export interface PreviewRequest {
  /** One stored profile, or the later one and its baseline. */
  readonly gzipped: readonly Uint8Array[]
  readonly title: string
  /** How it was recorded, in the order of what matters. */
  readonly facts: readonly string[]
}

const margin = 36
const headHeight = 132
const room = { width: previewSize.width - 2 * margin, height: previewSize.height - headHeight - 24 }

/** Throws: Problem `unreadable-profile`. */
export async function drawPreview({ gzipped, title, facts }: PreviewRequest): Promise<Uint8Array<ArrayBuffer>> {
  const [profile, baseline] = gzipped.map((bytes) => decodeProfile(Uint8Array.from(gunzipSync(bytes))))
  const boxes = baseline ? comparisonBoxes(baseline, profile!, room) : profileBoxes(profile!, room)
  const response = new ImageResponse(pageOf(boxes, title, facts), { ...previewSize })
  return new Uint8Array(await response.arrayBuffer())
}

function pageOf(boxes: readonly Box[], title: string, facts: readonly string[]): ReactElement {
  const picture = `data:image/png;base64,${boxImage(boxes, room).toString('base64')}`
  const line = plainText(facts.join('  ·  '), 98)
  return box(
    { width: '100%', height: '100%', background: '#ffffff', color: '#16181d', flexDirection: 'column' },
    box(
      { height: headHeight, padding: `26px ${margin}px 0`, flexDirection: 'column' },
      box(
        { justifyContent: 'space-between', alignItems: 'baseline' },
        box({ fontSize: 40 }, plainText(title, 46) || 'Shared profile'),
        box({ fontSize: 26, color: '#c2410c' }, 'Hearth'),
      ),
      box({ fontSize: 24, color: '#565b66', marginTop: 8 }, line),
    ),
    box(
      { position: 'absolute', left: margin, top: headHeight, ...room },
      createElement('img', { src: picture, width: room.width, height: room.height }),
    ),
    ...boxes.filter(({ label }) => label !== '').map(labelOf),
  )
}

function labelOf({ x, y, width, height, label }: Box): ReactElement {
  const place: CSSProperties = { left: margin + x + 5, top: headHeight + y, width: width - 6, height: height + 1 }
  const text = { fontSize: Math.min(16, height - 4), color: '#000000', alignItems: 'center' }
  return box(
    { position: 'absolute', overflow: 'hidden', whiteSpace: 'nowrap', ...place, ...text },
    plainText(label, 160),
  )
}

function box(style: CSSProperties, ...children: ReactNode[]): ReactElement {
  return createElement('div', { style: { display: 'flex', ...style } }, ...children)
}
