/**
 * What the parser writes to its stdout: two frames for each profile it read.
 *
 *     kind 1   u32 big endian: samples in the profile; then its event in UTF-8
 *     kind 2   the encoded profile
 *
 * Event and count stand outside, so that root never has to decode what a container wrote.
 */
import { mostProfilesOfFile } from '../contract/constants.ts'
import { Problem } from '../errors.ts'
import { createFrameDecoder, encodeFrame, encodeFrameHeader } from '../framing/frames.ts'
import { takeStart } from '../profile/names/cut-text.ts'

export interface ParsedProfile {
  /** `provenance.event` of the profile: an EventId, or what perf calls the event it sampled by. */
  readonly event: string
  readonly samples: number
  /** As encodeProfile writes it; nothing has decoded it yet. */
  readonly bytes: Uint8Array
}

const aboutKind = 1
const profileKind = 2
const countBytes = 4
/** Bytes of the name of an event in the parser's output: it sends the first 50 characters. */
const maxEventBytes = 200

/** Its bytes, in this order. */
export function encodeParsedProfile({ event, samples, bytes }: ParsedProfile): Uint8Array[] {
  const count = Buffer.alloc(countBytes)
  count.writeUInt32BE(samples)
  const name = new TextEncoder().encode(takeStart(event, maxEventBytes / 4))
  return [encodeFrame(aboutKind, count, name), encodeFrameHeader(profileKind, bytes.length), bytes]
}

/** Puts profiles together as they come, each in a buffer of its own: nothing is held twice. */
export function createParsedProfileReader(maxBytes = Infinity) {
  const profiles: ParsedProfile[] = []
  let totalBytes = 0
  /** Describes the profile whose bytes come next. */
  let about: Pick<ParsedProfile, 'event' | 'samples'> | null = null
  const decoder = createFrameDecoder((kind, payloadBytes) => {
    if (about === null) {
      const isAbout = kind === aboutKind && payloadBytes >= countBytes && payloadBytes <= countBytes + maxEventBytes
      if (!isAbout) throw broken('its output is no frame')
      if (profiles.length === mostProfilesOfFile) throw broken('it wrote too many profiles')
      return
    }
    if (kind !== profileKind) throw broken('its output is no frame')
    totalBytes += payloadBytes
    if (totalBytes > maxBytes) throw new Problem('parser-limit', { limit: 'output' })
  })

  return {
    /**
     * Takes output of the child. Throws: Problem `parser-failed` when it is no frame, `parser-limit` when all profiles
     * together pass the limit.
     */
    add(chunk: Uint8Array) {
      for (const { payload } of decoder.add(chunk)) {
        if (about === null) about = parseAbout(payload)
        else {
          profiles.push({ ...about, bytes: payload })
          about = null
        }
      }
    },
    /**
     * Gives the profiles. Throws: Problem `parser-failed` in the middle of a profile: the child may have been taken
     * over.
     */
    finish(): readonly ParsedProfile[] {
      if (decoder.isMidFrame() || about !== null) throw broken('its output is cut off')
      return profiles
    },
  }
}

/** Gives the profiles of a file that a person named, which has at least one. Throws: Problem `unreadable-profile`. */
export function requireProfiles(profiles: readonly ParsedProfile[]): readonly ParsedProfile[] {
  if (profiles.length > 0) return profiles
  throw new Problem('unreadable-profile', { reason: 'it has no sample of any kind that can be drawn' })
}

function parseAbout(payload: Buffer): Pick<ParsedProfile, 'event' | 'samples'> {
  // Its own text: no line breaks and no escape codes where it is printed.
  const event = payload.toString('utf8', countBytes).replace(/\p{Cc}/gu, '')
  return { event, samples: payload.readUInt32BE(0) }
}

function broken(reason: string): Problem {
  return new Problem('parser-failed', { reason })
}
