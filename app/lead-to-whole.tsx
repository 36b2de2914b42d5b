import type { ReactElement } from 'react'
import { notFound } from 'next/navigation'
import { SeveralBeginSo } from '../components/shell/several-begin-so.tsx'
import { redirectToWhole } from '../lib/server.ts'
import type { NounWithIds } from '../lib/server/complete-id.ts'

/**
 * Answers the address of a thing that is not there: leads from the beginning of an id to the whole one, with `query`;
 * gives a page where several ids begin so. Throws: Next's redirect or 404.
 */
export async function leadToWhole(noun: NounWithIds, cut: string, query = ''): Promise<ReactElement> {
  const count = await redirectToWhole(noun, cut, (whole) => `/${noun}/${whole}${query && `?${query}`}`)
  if (count > 1) return <SeveralBeginSo noun={noun} beginning={cut} count={count} />
  notFound()
}
