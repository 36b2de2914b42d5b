/**
 * The enrolment of a collector: its data, and the requests that create and renew it. lib/command-line/commands/join.ts
 * stores it in a file that only its user may read.
 */
import { z } from 'zod'
import { enrolledCollectorSchema } from '../contract/collectors.ts'
import { problemSchema } from '../contract/problem.ts'
import { Problem, problemFromData } from '../errors.ts'

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
 * `dashboard-unreachable`.
 */
export async function enrol(url: string, token: string, name: string): Promise<Omit<Enrolment, 'tokenHash'>> {
  const answer = await post(url, '/collectors', token, { name })
  const { collector, credential } = z
    .object({ collector: enrolledCollectorSchema, credential: z.string() })
    .parse(answer)
  return { url, id: collector.id, name, credential, renewedAt: Date.now() }
}

/**
 * Gives the enrolment with a new credential. The old one works until the new one is used. Throws: Problem
 * `token-unknown`, `dashboard-unreachable`.
 */
export async function renew({ url, credential, ...kept }: Enrolment): Promise<Enrolment> {
  const answer = await post(url, '/collectors/renewal', credential, {})
  const renewed = z.object({ credential: z.string() }).parse(answer)
  return { ...kept, url, credential: renewed.credential, renewedAt: Date.now() }
}

async function post(url: string, path: string, secret: string, body: object): Promise<unknown> {
  let response: Response
  try {
    response = await fetch(new URL(`/api/v1${path}`, url), {
      method: 'POST',
      headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
      redirect: 'error',
      signal: AbortSignal.timeout(enrolmentTimeoutMs),
    })
  } catch (error) {
    const { message, cause } = error as Error
    const reason = cause instanceof Error ? cause.message : message
    throw new Problem('dashboard-unreachable', { url, reason }, { cause: error })
  }
  const answer: unknown = await response.json().catch(() => null)
  if (response.ok) return answer
  const { data } = problemSchema.safeParse(answer)
  throw data
    ? problemFromData(data)
    : new Problem('dashboard-unreachable', { url, reason: `it answered ${response.status}` })
}
