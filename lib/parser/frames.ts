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

/**
 * The profiles in what the parser wrote. Their bytes are views of `output`.
 *
 * Throws: Problem `parser-failed` when it is anything but whole frames: the child may have been taken over.
 */
export function readFrames(output: Uint8Array): readonly ParsedProfile[] {
  const view = new DataView(output.buffer, output.byteOffset, output.byteLength)
  const profiles: ParsedProfile[] = []
  let at = 0
  while (at < output.length) {
    if (profiles.length === mostFrames) throw broken('it wrote too many profiles')
    if (at + headerBytes > output.length) throw broken('its output is cut off')
    const eventBytes = view.getUint32(at + 4, true)
    const start = at + headerBytes + eventBytes
    const end = start + view.getUint32(at + 8, true)
    if (eventBytes > longestEvent || end > output.length) throw broken('its output is cut off')
    // Its own text: no line breaks and no escape codes for whoever prints it.
    const event = new TextDecoder().decode(output.subarray(at + headerBytes, start)).replace(/\p{Cc}/gu, '')
    profiles.push({ event, samples: view.getUint32(at, true), bytes: output.subarray(start, end) })
    at = end
  }
  return profiles
}

function broken(reason: string): Problem {
  return new Problem('parser-failed', { reason })
}
