/** How a recording is made from either vantage, and read afterwards. */
import type { Progress, RawRecording } from '../../capture/engine.ts'
import { readParts } from '../../capture/read-parts.ts'
import type { Config } from '../../config.ts'
import type { Vantage } from '../../contract.ts'
import type { Helpers } from '../../helper/helpers.ts'
import { hostNotVisible } from './examiners.ts'
import type { LivePicturesOptions } from './live-snapshots.ts'
import type { FollowPlanOptions, Recorder } from './run-plan.ts'

export function createRecorders(
  helpers: Pick<Helpers, 'record'>,
  seesHost: () => boolean,
): Readonly<Record<Vantage, Recorder>> {
  return {
    host(engine, job, signal) {
      if (!seesHost()) throw hostNotVisible()
      return engine.record(job, signal)
    },
    helper(engine, job, signal) {
      const steps = helpers.record(engine, job, signal)
      return seesHost() ? steps : withoutLeftovers(steps)
    },
  }
}

/** PIDs of a host that we do not see are somebody else's here: the helper cleans up after itself. */
async function* withoutLeftovers(
  steps: AsyncGenerator<Progress, RawRecording>,
): AsyncGenerator<Progress, RawRecording> {
  try {
    for (;;) {
      const step = await steps.next()
      if (step.done) return step.value
      yield { ...step.value, leftovers: [] }
    }
  } finally {
    await steps.return(undefined as never)
  }
}

/** The parser under the limits of the configuration, for whole recordings and for pictures of them. */
export function createReaders(config: Pick<Config, 'parserUid' | 'parserMemoryBytes' | 'parserSeconds'>): {
  readParts: FollowPlanOptions['readParts']
  readLive: LivePicturesOptions['read']
} {
  const { parserUid, parserMemoryBytes: memoryBytes, parserSeconds: seconds } = config
  const limits = { parserUid, memoryBytes, seconds }
  return {
    readParts: (parts, directory, provenance, signal) => readParts(parts, { directory, limits, provenance }, signal),
    async readLive(parts, directory, signal) {
      const [first] = await readParts(parts, { directory, limits, provenance: {} }, signal)
      return first === undefined || first.samples === 0 ? null : first.bytes
    },
  }
}
