/**
 * The enrolment of a collector: its data, and the requests that create and renew it. lib/command-line/enrolment-file.ts
 * stores it in a file that only its user may read.
 */
import { z } from 'zod'
import { enrolledCollectorSchema } from '../contract/collectors.ts'
import { readDashboardAnswer, sendToDashboard } from './ask-dashboard.ts'

export const enrolmentSchema = z.object({
  /** Address of the web program, `https://hearth.example`. */
  url: z.url(),
  id: z.string(),
  name: z.string(),
  credential: z.string(),
  /** Unix ms. */
  renewedAt: z.number(),
  /**
   * SHA-256, in hex, of the join token that made this enrolment. A restarted container has the same token, which works
   * once: if the hashes are equal, the stored enrolment is used.
   */
  tokenHash: z.string(),
})
export type Enrolment = z.infer<typeof enrolmentSchema>

/** How long a dashboard may take to answer an enrolment. */
const enrolmentTimeoutMs = 20_000

/**
 * Gives the enrolment that a join token buys; the token works once. Throws: Problem `join-token-spent`,
 * `dashboard-unreachable`, `dashboard-strange`.
 */
export async function enrol(url: string, token: string, name: string): Promise<Omit<Enrolment, 'tokenHash'>> {
  const answer = z.object({ collector: enrolledCollectorSchema, credential: z.string() })
  const { collector, credential } = await post(url, '/collectors', token, { body: { name }, answer })
  return { url, id: collector.id, name, credential, renewedAt: Date.now() }
}

/**
 * Gives the enrolment with a new credential. The old one works until the new one is used. Throws: Problem
 * `token-unknown`, `dashboard-unreachable`, `dashboard-strange`.
 */
export async function renew({ url, credential, ...kept }: Enrolment): Promise<Enrolment> {
  const answer = z.object({ credential: z.string() })
  const renewed = await post(url, '/collectors/renewal', credential, { body: {}, answer })
  return { ...kept, url, credential: renewed.credential, renewedAt: Date.now() }
}

async function post<Schema extends z.ZodType>(
  url: string,
  path: string,
  secret: string,
  { body, answer }: { readonly body: object; readonly answer: Schema },
): Promise<z.output<Schema>> {
  const response = await sendToDashboard(url, `/api/v1${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(enrolmentTimeoutMs),
  })
  return readDashboardAnswer(response, answer, { url })
}
