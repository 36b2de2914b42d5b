/** What becomes of a recording of JFR that may be broken, and how much work it was. Work is counted, not timed. */
import { expect } from 'vitest'
import { isProblem } from '../../errors.ts'
import { JfrBytes } from '../../formats/jfr/bytes.ts'
import { readJfr } from '../../formats/jfr/jfr.ts'
import { decodeProfile, encodeProfile } from '../../profile/encoding/encode.ts'
import { chunksOf } from './chunks.ts'

/** Steps of the cursor; each takes at least a byte off the file, some bytes are looked at by several passes. */
let steps = 0
const methods = ['integer', 'skipInteger', 'byte'] as const
const originals = methods.map((method) => Object.getOwnPropertyDescriptor(JfrBytes.prototype, method)!)
// By hand: a spy keeps every call, of which there are millions.
export function startCounting(): void {
  for (const [index, method] of methods.entries()) {
    const original = originals[index]!.value as () => unknown
    const counted = function (this: JfrBytes): unknown {
      steps++
      return original.call(this)
    }
    Object.defineProperty(JfrBytes.prototype, method, { ...originals[index], value: counted })
  }
}

export function stopCounting(): void {
  for (const [index, method] of methods.entries()) Object.defineProperty(JfrBytes.prototype, method, originals[index]!)
}

const mostStepsPerByte = 20

/**
 * `profiles` when it could be read, the Problem's code when not. Anything else thrown, or too much work, fails the
 * test.
 */
export async function readToEnd(bytes: Uint8Array): Promise<{ warnings: string[]; samples: number } | string> {
  steps = 0
  try {
    const { profiles, warnings } = await readJfr(chunksOf(bytes, 9999))
    for (const profile of profiles) {
      expect(decodeProfile(encodeProfile(profile)).samples.length).toBe(profile.samples.length)
    }
    const all = [...warnings, ...profiles.flatMap(({ provenance }) => provenance.warnings)]
    const samples = profiles.reduce((sum, profile) => sum + profile.samples.length, 0)
    return { warnings: all.map(({ code }) => code), samples }
  } catch (error) {
    if (!isProblem(error)) throw error
    return error.code
  } finally {
    expect(steps).toBeLessThan(mostStepsPerByte * bytes.length + 10_000)
  }
}
