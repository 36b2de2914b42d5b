import { notFound, redirect } from 'next/navigation'
import type { SharedView } from '../../lib/contract/shares.ts'
import { isProblem } from '../../lib/errors.ts'
import { currentSession, getServer } from '../../lib/server.ts'

/**
 * What a link shows to the reader of this page. For a link among members, strangers are sent to sign in and then come back; a link
 * that opens nothing is a page that is not there, whatever the reason.
 */
export async function findShared(token: string, query: string): Promise<SharedView> {
  try {
    return await getServer().shares.view(token, (await currentSession()) !== null)
  } catch (error) {
    if (!isProblem(error)) throw error
    if (error.code === 'not-signed-in') {
      const back = query === '' ? `/s/${token}` : `/s/${token}?${query}`
      redirect(`/sign-in?next=${encodeURIComponent(back)}`)
    }
    if (error.code === 'not-found') notFound()
    throw error
  }
}
