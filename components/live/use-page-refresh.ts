'use client'
import { useRouter } from 'next/navigation'
import { useLibraryChange } from './use-live.tsx'

/** Changes within this time, such as those of one import, lead to one request. */
const pageRefreshAfterMs = 1000

/** Asks the server for the page again 1 s after the first of several changes of profiles or experiments. */
export function usePageRefresh(): void {
  const router = useRouter()
  useLibraryChange(() => router.refresh(), pageRefreshAfterMs)
}
