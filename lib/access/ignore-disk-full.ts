import { isProblem } from '../errors.ts'

/** How often the last use of a session or token is written: each page view would else be a commit. */
export const touchEveryMs = 60_000

/**
 * Waits until a visit is written: when a person was last seen, that a link was opened. On a full disk it is not
 * written, and people can still sign in, to look, and to delete what fills it.
 */
export async function unlessDiskFull(noted: Promise<void>): Promise<void> {
  try {
    await noted
  } catch (error) {
    if (!isProblem(error) || error.code !== 'disk-full') throw error
  }
}
