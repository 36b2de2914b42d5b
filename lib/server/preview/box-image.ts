/** Rectangles as a PNG, without a library: a page engine would take seconds for so many elements. */
import { crc32, deflateSync } from 'node:zlib'
import type { Box, Room } from './preview-boxes.ts'

const background = [255, 255, 255] as const
const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

/** With a line of the background at the right and the top of each box that has room for it. */
export function boxImage(boxes: readonly Box[], room: Room): Buffer {
  const rowBytes = room.width * 3 + 1
  const pixels = Buffer.alloc(rowBytes * room.height, background[0])
  for (let row = 0; row < room.height; row++) pixels[row * rowBytes] = 0 // no filter
  for (const box of boxes) fill(pixels, box, room)
  return encodePng(pixels, room)
}

function fill(pixels: Buffer, { x, y, width, height, colour }: Box, room: Room): void {
  const rgb = [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16))
  const right = Math.min(room.width, x + (width > 2 ? width - 1 : width))
  const bottom = Math.min(room.height, y + height)
  for (let row = Math.max(0, y + 1); row < bottom; row++) {
    let at = row * (room.width * 3 + 1) + 1 + Math.max(0, x) * 3
    for (let column = Math.max(0, x); column < right; column++) {
      for (const channel of rgb) pixels[at++] = channel
    }
  }
}

function encodePng(pixels: Buffer, { width, height }: Room): Buffer {
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

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const ends = Buffer.alloc(8)
  ends.writeUInt32BE(data.length, 0)
  ends.writeUInt32BE(crc32(body), 4)
  return Buffer.concat([ends.subarray(0, 4), body, ends.subarray(4)])
}
