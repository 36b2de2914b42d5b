/**
 * What the parser writes to its stdout: one frame for each profile it read.
 *
 *     u32 little-endian   samples in the profile
 *     u32 little-endian   bytes of the event's name
 *     u32 little-endian   bytes of the profile
 *     the name in UTF-8, the encoded profile
 *
 * Event and count stand outside, so that whoever holds root never has to decode what a container wrote.
 */
import { Problem } from '../errors.ts'

export interface ParsedProfile {
  /** `provenance.event` of the profile: an EventId, or what perf calls the event it sampled by. */
  readonly event: string
  readonly samples: number
  /** As encodeProfile writes it; nobody has decoded it yet. */
  readonly bytes: Uint8Array
}

const headerBytes = 12
const mostFrames = 32
const longestEvent = 200

export function frameHeader({ event, samples, bytes }: ParsedProfile): Uint8Array {
  const name = new TextEncoder().encode(event.slice(0, longestEvent / 4))
  const header = new Uint8Array(headerBytes + name.length)
  const view = new DataView(header.buffer)
  view.setUint32(0, samples, true)
  view.setUint32(4, name.length, true)
  view.setUint32(8, bytes.length, true)
  header.set(name, headerBytes)
  return header
}

/** Puts frames together again as they come, each profile in a buffer of its own: nothing is held twice. */
export interface FrameReader {
  /** Throws: Problem `parser-failed` when it is no frame, `parser-limit` when all profiles together pass the limit. */
  add(chunk: Uint8Array): void
  /** Throws: Problem `parser-failed` in the middle of a frame: the child may have been taken over. */
  finish(): readonly ParsedProfile[]
}

interface OpenFrame {
  readonly event: string
  readonly samples: number
  readonly bytes: Uint8Array
  filled: number
}

export function createFrameReader(maxBytes = Infinity): FrameReader {
  const profiles: ParsedProfile[] = []
  let total = 0
  /** Of a header that has not come whole. */
  let head: Uint8Array = new Uint8Array(0)
  let open: OpenFrame | null = null

  return {
    add(chunk) {
      for (let rest = chunk; rest.length > 0;) rest = open === null ? readHead(rest) : fill(open, rest)
    },
    finish() {
      if (head.length > 0 || open !== null) throw broken('its output is cut off')
      return profiles
    },
  }

  /** Gives what belongs to the profile behind the header, nothing while that is not whole. */
  function readHead(chunk: Uint8Array): Uint8Array {
    const all = head.length === 0 ? chunk : Buffer.concat([head, chunk])
    const view = new DataView(all.buffer, all.byteOffset, all.byteLength)
    const eventBytes = all.length < headerBytes ? 0 : view.getUint32(4, true)
    if (eventBytes > longestEvent) throw broken('its output is no frame')
    if (all.length < headerBytes + eventBytes) {
      head = all.slice()
      return all.subarray(all.length)
    }
    head = new Uint8Array(0)
    if (profiles.length === mostFrames) throw broken('it wrote too many profiles')
    const length = view.getUint32(8, true)
    total += length
    if (total > maxBytes) throw new Problem('parser-limit', { limit: 'output' })
    // Its own text: no line breaks and no escape codes for whoever prints it.
    const text = new TextDecoder().decode(all.subarray(headerBytes, headerBytes + eventBytes))
    const event = text.replace(/\p{Cc}/gu, '')
    open = { event, samples: view.getUint32(0, true), bytes: new Uint8Array(length), filled: 0 }
    return fill(open, all.subarray(headerBytes + eventBytes))
  }

  /** Gives what is left over. */
  function fill(frame: OpenFrame, chunk: Uint8Array): Uint8Array {
    const taken = chunk.subarray(0, frame.bytes.length - frame.filled)
    frame.bytes.set(taken, frame.filled)
    frame.filled += taken.length
    if (frame.filled === frame.bytes.length) {
      const { event, samples, bytes } = frame
      profiles.push({ event, samples, bytes })
      open = null
    }
    return chunk.subarray(taken.length)
  }
}

function broken(reason: string): Problem {
  return new Problem('parser-failed', { reason })
}
