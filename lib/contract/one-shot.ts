/** The order of a Job that captures one container: the value of HEARTH_ONE_SHOT, as JSON. */
import { z } from 'zod'
import { containerSchema } from './target.ts'

export const oneShotVariable = 'HEARTH_ONE_SHOT'
/** Before a token that is good for one capture. */
export const jobTokenPrefix = 'hearth_job_'
/** How the web program passes the connection of a Job on, over the socket of the program that made the Job. */
export const jobLineProtocol = 'hearth-job'

export const oneShotSchema = z.object({
  /** Of the web program, `https://hearth.example`. */
  url: z.url(),
  token: z.string(),
  container: containerSchema.pick({ id: true, name: true, image: true, imageDigest: true, workload: true }),
})
export type OneShot = z.infer<typeof oneShotSchema>
