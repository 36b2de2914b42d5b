'use client'
import { useIsOwn } from '../access/use-may.tsx'
import { describePerson } from './capture-labels.ts'

/** Names the person who made something, after what says that it was made: ` by Ann`. Nothing where the user did. */
export function ByOther({ name, lead = '' }: { name: string; lead?: string }) {
  const isOwn = useIsOwn()
  return isOwn(name) ? null : `${lead} by ${describePerson(name)}`
}
