import { notFound, redirect } from 'next/navigation'
import { SharedViewer } from '../../components/viewer/page/shared-viewer.tsx'
import type { SharedView } from '../../lib/contract/shares.ts'
import { isProblem } from '../../lib/errors.ts'
import { currentSession, getServer } from '../../lib/server.ts'
import { prepareFirstPaint } from '../profiles/prepare-first-paint.ts'

/**
 * Finds what a share link shows. A link for members sends a person who is not signed in to sign in, and back. A link
 * that has expired, was revoked or never was gives the page for what is not found.
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

interface SharedProps {
  readonly token: string
  /** The query string of the link, which describes the view. */
  readonly query: string
  /** Whether the reader has signed in here. */
  readonly isMember: boolean
  /** Whether the page is embedded in that of another site. */
  readonly isFrame?: boolean
}

/**
 * The viewer for all who have the link: open to strangers, so it offers nothing but looking. A
 * frame is always of a stranger: a link for members cannot be embedded.
 */
export async function SharedPage({ token, query, isMember, isFrame }: SharedProps) {
  const view = await findShared(token, query)
  const dataUrl = `/api/v1/shared/${token}/data`
  // The viewer loads the data again, which counts the view; this read, for the first paint, must not.
  const open = () => getServer().shares.openData(token, isMember, { countView: false })
  const { event } = view.profile
  // A comparison has no first paint: its graph is made of two profiles, in the browser.
  return (
    <SharedViewer
      key={token}
      view={view}
      token={token}
      firstPaint={view.baseline ? '' : await prepareFirstPaint({ dataUrl, open, query, event })}
      query={query}
      notes={await getServer().shares.notes(token, isMember)}
      isFrame={isFrame}
    />
  )
}
