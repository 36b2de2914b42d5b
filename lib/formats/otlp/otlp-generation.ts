/** Which generation of OTLP profiles a message is of, by the types of its fields; see otlp-schema.ts. */
import { Problem } from '../../errors.ts'
import { ProtobufReader } from '../protobuf/protobuf-reader.ts'
import { createScratch } from '../reading/byte-sets.ts'
import { refused } from './otlp-message.ts'
import type { Generation } from './otlp-schema.ts'

/** Facts of a message around its samples, by which its generation shows. */
export function createSigns() {
  /** Since 1.8 each stack is a list, and an attribute's key an index; before, units and keys were there. */
  let hasStackTable: boolean | null = null
  let hasDictionary = false
  let hasTimedProfile = false
  let links = 0

  return {
    /** A field of a profile: the third is a time since 1.8. The value is not read. */
    seeProfileField(field: number, reader: ProtobufReader): void {
      if (field === 2 && reader.isFixed64) throw refused('v1experimental (opentelemetry-proto 1.3)')
      if (field === 3 && reader.isFixed64) hasTimedProfile = true
    },
    /** A field of the dictionary, as it stands. */
    seeDictionaryField(field: number, bytes: Uint8Array): void {
      hasDictionary = true
      if (field === 4) links++ // a link to a trace
      // 6: an attribute, by its key; 7: a stack, before 1.8 a unit. Both tell by the first field of a row.
      if ((field !== 6 && field !== 7) || hasStackTable !== null) return
      const reader = new ProtobufReader(bytes)
      reader.next()
      const row = reader.message()
      if (row.next() === 1) hasStackTable = row.isDelimited === (field === 7)
    },
    seeDictionary: (): void => void (hasDictionary = true),
    /** Null before a dictionary or a profile has shown it. */
    get hasStacks(): boolean | null {
      return hasTimedProfile ? true : hasStackTable
    },
    get hasDictionary(): boolean {
      return hasDictionary
    },
    /** Links to traces, beside the one that means "none". */
    get hasLinks(): boolean {
      return links > 1
    },
  }
}

export type Signs = Readonly<ReturnType<typeof createSigns>>

/** Samples wait in so many bytes until it is known how they are numbered. */
const mostWaitingSampleBytes = 2 ** 21

/** Samples that wait, each with the index of its profile. */
export function createWaitingSamples() {
  const all = createScratch()
  return {
    add(part: number, bytes: Uint8Array): void {
      all.addNumber(part)
      all.addNumber(bytes.length)
      all.add(bytes)
    },
    get isFull(): boolean {
      return all.length > mostWaitingSampleBytes
    },
    *[Symbol.iterator](): Generator<{ part: number; reader: ProtobufReader }> {
      const bytes = all.bytes.subarray(0, all.length)
      const view = new DataView(bytes.buffer, 0, bytes.length)
      for (let at = 0; at < bytes.length;) {
        const end = at + 8 + view.getUint32(at + 4)
        yield { part: view.getUint32(at), reader: new ProtobufReader(bytes, at + 8, end) }
        at = end
      }
    },
  }
}

export type WaitingSamples = ReturnType<typeof createWaitingSamples>

/** Gives the generation of a message that was read to its end. */
export function findGeneration(samples: WaitingSamples, signs: Signs): Generation {
  if (signs.hasStacks === true) return hasNewNumbers(samples, signs.hasLinks) ? '1.10' : '1.8'
  return signs.hasDictionary ? '1.7' : '1.5'
}

/**
 * Guesses the generation of samples whose tables are still to come, by the fields that many of them have.
 *
 * Throws: Problem `unreadable-profile` when these do not show it.
 */
export function guessGeneration(samples: WaitingSamples, signs: Signs): Generation {
  const hasStacks = signs.hasStacks ?? haveStacks(samples)
  if (hasStacks === null)
    throw new Problem('unreadable-profile', {
      reason: 'it is a large message of OTLP profiles whose samples do not tell of which version they are',
    })
  return hasStacks ? (hasNewNumbers(samples, signs.hasLinks) ? '1.10' : '1.8') : '1.7'
}

/**
 * Since 1.8 times are the fifth field, packed, and the second is a list; before, the fifth was a link, and the second a
 * length.
 */
function haveStacks(samples: WaitingSamples): boolean | null {
  for (const { reader } of samples) {
    for (let field = reader.next(); field > 0; field = reader.next()) {
      if (field === 6) return false
      if (field === 5) return reader.isDelimited || reader.isFixed64
      if (field === 2 && reader.isDelimited) return true
      reader.skip()
    }
  }
  return null
}

/**
 * Whether samples are numbered as since 1.10: attributes 2, link 3, values 4, where they were values 2, attributes 3,
 * link 4. Some writers (async-profiler) give lists as one integer each, as a link is: without links in the dictionary
 * it is none.
 *
 * CPU samples of the newest profilers have times and attributes and no values; older ones may have times and values and
 * no attributes. Where no sample tells, lists that are as long as the times and hold nothing but ones are of values.
 */
function hasNewNumbers(samples: WaitingSamples, hasLinks: boolean): boolean {
  let isLikeValues = true
  for (const { reader: sample } of samples) {
    const second: number[] = []
    const times: bigint[] = []
    for (let field = sample.next(); field > 0; field = sample.next()) {
      if (field === 3 || field === 4) {
        if (sample.isDelimited) return field === 4
        if (sample.integer() !== 0 && !hasLinks) return field === 4
      } else if (field === 2) sample.integers(second)
      else if (field === 5) sample.fixed64s(times)
      else sample.skip()
    }
    if (second.length === 0) continue
    // A sample has times, values or both.
    if (times.length === 0) return false
    if (times.length !== second.length) return true
    isLikeValues &&= second.every((value) => value === 1)
  }
  return !isLikeValues
}
