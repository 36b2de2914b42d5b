/** The profiles of a capture in a cluster, from a connection that a thief of its token may have opened. */
import { createHash } from 'node:crypto'
import type { VerbClient } from '../collector/client/client.ts'
import type { Capture } from '../contract/capture.ts'
import { getEventLabel } from '../contract/engines.ts'
import type { PodWay } from '../contract/pod-ways.ts'
import { Problem } from '../errors.ts'
import type { EventId } from '../profile/model/event-ids.ts'

/** Bytes of a profile that a pod's capture sends; a larger one fails the capture. */
const maxArtefactBytes = 2 ** 30

interface ReceiveOptions {
  /** The events that were asked for. */
  readonly events: readonly EventId[]
  readonly way: PodWay
}

/**
 * Gives the profiles of a capture: one at most of each of these events, and each as it was announced. Throws: Problem
 * `job-ended`; as `fetchArtefact`.
 */
export async function* receiveArtefacts(
  client: Pick<VerbClient, 'fetchArtefact'>,
  { id, artefacts }: Pick<Capture, 'id' | 'artefacts'>,
  { events, way }: ReceiveOptions,
) {
  const ended = (reason: string) => new Problem('job-ended', { way, reason })
  const announced = artefacts.map(({ event }) => event)
  for (const [index, event] of announced.entries()) {
    if (!events.includes(event)) throw ended(`it sent a profile of ${getEventLabel(event)}, which was not asked for`)
    if (announced.indexOf(event) !== index) throw ended(`it sent two profiles of ${getEventLabel(event)}`)
  }
  for (const { event, bytes, sha256 } of artefacts) {
    if (bytes > maxArtefactBytes) throw ended('its profile is larger than 1 GiB')
    const chunks: Uint8Array[] = []
    let received = 0
    for await (const chunk of await client.fetchArtefact(id, event)) {
      received += chunk.length
      if (received > bytes) break
      chunks.push(chunk)
    }
    const encoded = Buffer.concat(chunks)
    if (received !== bytes || createHash('sha256').update(encoded).digest('hex') !== sha256)
      throw ended('its profile arrived damaged')
    yield { event, encoded }
  }
}
