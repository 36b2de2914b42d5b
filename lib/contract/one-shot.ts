/**
 * The order of the program that captures one container of a pod, in a Job or in an ephemeral container: the value of
 * HEARTH_ONE_SHOT, as JSON.
 */
import * as z from './zod.ts'
import { podWays } from './pod-ways.ts'
import { containerSchema } from './target.ts'

export const oneShotVariable = 'HEARTH_ONE_SHOT'
/** Before a token that is good for one capture. */
export const jobTokenPrefix = 'hearth_job_'
/** How the web program passes the connection of a Job on, over the socket of the program that made the Job. */
export const jobLineProtocol = 'hearth-job'

/** Why the program ended where it was only sent a signal: what sent that, the cluster may say. */
export const fromOutside = 'it was ended from outside'

const oneShotSchema = z.object({
  way: z.enum(podWays),
  /** The program ends after so long in any case. */
  deadlineSeconds: z.number().int(),
  /** Address of the web program, `https://hearth.example`. */
  url: z.url(),
  token: z.string(),
  /**
   * Cleanup records of a program that was killed. Where there are any, this one makes no capture: it removes what they
   * name, and then connects.
   */
  cleanup: z.array(z.unknown()).default([]),
  container: containerSchema.pick({ id: true, name: true, image: true, imageDigest: true, workload: true }),
})
export type OneShot = z.infer<typeof oneShotSchema>

/** From the environment of the program that has it. */
export const readOneShot = (env: Readonly<Record<string, string | undefined>>): OneShot =>
  oneShotSchema.parse(JSON.parse(env[oneShotVariable] ?? 'null'))
