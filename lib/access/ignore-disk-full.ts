import { isProblem } from '../errors.ts'

/** A session or token seen within this time is not written again: each page view, each poll would be a commit. */
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
