/**
 * A collector that does one capture in a helper container, for tests that kill it in the middle: `node
 * record-in-helper.ts '{"target":...,"request":...,"captureId":...,"directory":...,"image":...}'`. Prints its progress,
 * a line each.
 */
import { z } from 'zod'
import { createEngines } from '../capture/engines.ts'
import { readConfig } from '../config.ts'
import { captureRequestSchema } from '../contract/capture.ts'
import { captureIdSchema } from '../contract/ids.ts'
import { targetSchema } from '../contract/target.ts'
import { createHelpers } from '../helper/helpers.ts'

const { target, request, captureId, directory, image } = z
  .object({
    target: targetSchema,
    request: captureRequestSchema,
    captureId: captureIdSchema,
    directory: z.string(),
    image: z.string(),
  })
  .parse(JSON.parse(process.argv[2] ?? ''))

const config = { ...readConfig(process.env), helperImage: image, runDirectory: directory }
const engine = createEngines(config).find(({ id }) => id === request.engine)!
const never = new AbortController().signal
const steps = createHelpers(config, console.error).record(
  engine,
  { id: captureId, target, request, directory, save: never },
  never,
)
for await (const progress of steps) console.log(JSON.stringify(progress))
