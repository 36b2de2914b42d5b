import * as z from './zod.ts'
import { captureRequestSchema, captureSchema } from './capture.ts'
import { doctorReportSchema, blockSchema } from './doctor.ts'
import { experimentDirectorySchema, experimentNumberSchema, startExperimentSchema } from './experiment-directories.ts'
import { healthCheckSchema, demoStateSchema } from './health.ts'
import { targetIdSchema, captureIdSchema } from './ids.ts'
import { podReportSchema } from './pods.ts'
import { targetSchema } from './target.ts'

/** Characters of a reason for which a capture is given up. */
export const maxReasonLength = 2000

/** Name of the person, or of the token, who asks for something. */
const personSchema = z.string().max(200)

/** `endedBy`: the person who ends the capture. Optional, since an older web program does not send it. */
const endCaptureInput = z.object({ captureId: captureIdSchema, endedBy: personSchema.optional() })

/**
 * The collector's verbs: POST /<verb> with a JSON body over its Unix socket. `watch` answers with lines of WatchEvent,
 * `fetchArtefact` with the encoded bytes of one event's profile, `fetchLive` with those of a capture under way. No
 * path, image, command or script ever comes from the web side.
 */
export const verbs = {
  listTargets: { input: z.object({}), output: z.array(targetSchema) },
  describeTarget: { input: z.object({ targetId: targetIdSchema }), output: targetSchema },
  /** Deeper than `readiness`: asks the JVM itself (printflag) where that is safe. */
  examineTarget: { input: z.object({ targetId: targetIdSchema }), output: doctorReportSchema },
  /** Asks by dry runs which ways the cluster permits for a pod: changes nothing there. */
  examinePod: { input: z.object({ podId: targetIdSchema }), output: podReportSchema },
  startCapture: { input: captureRequestSchema.extend({ requestedBy: personSchema }), output: captureSchema },
  cancelCapture: { input: endCaptureInput, output: captureSchema },
  /**
   * Ends a recording now and keeps its samples. A flight recorder gives the last `seconds` and goes on as a new
   * capture.
   */
  saveCapture: { input: endCaptureInput, output: captureSchema },
  listCaptures: { input: z.object({}), output: z.array(captureSchema) },
  /** The web side has the artefacts: mark done with these profiles, delete the artefacts. */
  reapCapture: {
    // `unwrap` takes off the default: they must be sent.
    input: z.object({ captureId: captureIdSchema, profiles: captureSchema.shape.profiles.unwrap().min(1) }),
    output: captureSchema,
  },
  /** The web side cannot store the artefacts, they are no profile: mark failed for this reason, delete them. */
  giveUpCapture: {
    input: z.object({ captureId: captureIdSchema, reason: z.string().max(maxReasonLength) }),
    output: captureSchema,
  },
  /**
   * Gives the cleanup records of the capture: the collector would leave these at the JVM and on its host if it were
   * killed now. The program that asks for them has them removed then.
   */
  readCleanup: { input: z.object({ captureId: captureIdSchema }), output: z.array(z.record(z.string(), z.json())) },
  listBlocks: { input: z.object({}), output: z.array(blockSchema) },
  clearBlock: { input: z.object({ blockId: blockSchema.shape.id }), output: z.array(blockSchema) },
  health: { input: z.object({}), output: z.array(healthCheckSchema) },
  startDemo: { input: z.object({}), output: demoStateSchema },
  stopDemo: { input: z.object({}), output: demoStateSchema },
  /** Directories that the operator of the collector named, each with its plan as of now. */
  listExperiments: { input: z.object({}), output: z.array(experimentDirectorySchema) },
  /** Runs the experiment of such a directory, if it still is the one that was shown. */
  startExperiment: {
    input: z.object({
      number: experimentNumberSchema,
      ...startExperimentSchema.shape,
      startedBy: personSchema.optional(),
    }),
    output: experimentDirectorySchema,
  },
  /** Does the same as Ctrl-C: gives up the run that goes on, and removes its containers. */
  stopExperiment: { input: z.object({ number: experimentNumberSchema }), output: experimentDirectorySchema },
} as const
export type Verb = keyof typeof verbs
export type VerbInput<V extends Verb> = z.input<(typeof verbs)[V]['input']>
export type VerbOutput<V extends Verb> = z.output<(typeof verbs)[V]['output']>
