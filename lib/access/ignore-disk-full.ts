import { isProblem } from '../errors.ts'

/**
 * How often it is written when a session was last seen, a token last used: each page view, each poll would else be a
 * commit.
 */
export const touchEveryMs = 60_000

/**
 * Waits for what is only noted down: when a person was last seen, that a link was opened. On a full disk it is not, and
 * people still get in, to look, and to delete what fills it.
 */
export async function unlessDiskFull(noted: Promise<void>): Promise<void> {
  try {
    await noted
  } catch (error) {
    if (!isProblem(error) || error.code !== 'disk-full') throw error
  }
}
