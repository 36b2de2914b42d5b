/** Records of the journal as Hearth 0.1 wrote them: perf alone, one event, one profile. */
import { z } from 'zod'

const oldSchema = z.looseObject({
  capture: z.looseObject({
    request: z.looseObject({ engine: z.literal('perf'), event: z.literal('cpu') }),
    artefact: z.object({ sha256: z.string(), bytes: z.number() }).nullable(),
    profileId: z.string().nullable(),
  }),
})

/** The record in today's shape; what is none of that age is given back as it is. */
export function upgradeRecord(record: unknown): unknown {
  const { data } = oldSchema.safeParse(record)
  if (data === undefined) return record
  const { artefact, profileId, request, ...capture } = data.capture
  return {
    ...data,
    capture: {
      ...capture,
      request: { ...request, events: ['cpu'], vantage: 'host' },
      plan: { engine: 'perf', vantage: 'host' },
      artefacts: artefact === null ? [] : [{ event: 'cpu', ...artefact }],
      profiles: profileId === null ? [] : [{ event: 'cpu', profileId }],
    },
  }
}
