/** Runs in the thread of digest-thread.ts. */
import { parentPort } from 'node:worker_threads'
import { dayMs } from '../../../contract/constants.ts'
import { isProblem } from '../../../errors.ts'
import type { Digest, DigestAnswer } from './digest-thread.ts'
import { decodeProfile, encodeProfile, isCurrentEncoding } from '../../../profile/encoding/encode.ts'
import { firstPaintOf } from '../../../profile/first-paint/first-paint.ts'
import { getResolvedJavaShare } from '../../../profile/quality/resolved-java-frames.ts'
import { packStored } from '../pack-stored.ts'
import { nameMethods } from './name-methods.ts'
import { totalWeight } from '../../../profile/model/stack-weights.ts'

parentPort!.on('message', (encoded: Uint8Array) => {
  try {
    const digest = digestEncoded(encoded)
    answer({ digest }, [digest.gzipped.buffer])
  } catch (error) {
    if (!isProblem(error)) throw error
    answer({ problem: error.toJSON() })
  }
})

function answer(message: DigestAnswer, transfer: ArrayBuffer[] = []): void {
  parentPort!.postMessage(message, transfer)
}

/** Gives the facts, first paint and packed bytes that the library stores. Throws: Problem `unreadable-profile`. */
function digestEncoded(bytes: Uint8Array): Digest {
  const profile = decodeProfile(bytes)
  const encoded = isCurrentEncoding(bytes) ? bytes : encodeProfile(profile)
  const { provenance, unit } = profile
  return {
    facts: {
      ...extractTargetFields(provenance.target),
      engine: provenance.engine,
      event: provenance.event,
      unit,
      total: totalWeight(profile),
      durationMs: provenance.durationMs,
      capturedAt: readMoment(provenance.startedAt),
      javaNamed: getResolvedJavaShare(profile),
      ...nameMethods(profile),
      warnings: provenance.warnings.length,
      encodedBytes: encoded.byteLength,
    },
    warnings: provenance.warnings,
    firstPaint: firstPaintOf(profile),
    gzipped: packStored(encoded),
  }
}

/** Gives a time in Unix ms; null for one at which no JVM can have been profiled: a file may claim any. */
function readMoment(startedAt: number | null): number | null {
  if (startedAt === null) return null
  const isPossible = startedAt > firstRelease && startedAt < Date.now() + clockSkewMs
  return isPossible ? Math.round(startedAt) : null
}

/** First release of Java. A clock that counts from its machine's start is before it. */
const firstRelease = Date.UTC(1996, 0, 23)
/** A profile that starts later than so long from now has no start: clocks differ less. */
const clockSkewMs = dayMs

/** Whose samples they are, as the recorder wrote it into the profile. */
function extractTargetFields(target: Record<string, string>) {
  const { host = null, service = null, container = null, containerId = null, image = null, imageDigest = null } = target
  return {
    host,
    service,
    containerName: container,
    containerId,
    image,
    imageDigest,
    mainClass: target['mainClass'] ?? null,
  }
}
