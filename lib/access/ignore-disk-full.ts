import { isProblem } from '../errors.ts'

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
