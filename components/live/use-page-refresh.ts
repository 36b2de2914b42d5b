'use client'
import { useRouter } from 'next/navigation'
import { pageRefreshAfterMs, useLibraryChange } from './use-live.tsx'

/** Asks the server for the page again 1 s after the first of several changes of profiles or experiments. */
export function usePageRefresh(): void {
  const router = useRouter()
  useLibraryChange(() => router.refresh(), pageRefreshAfterMs)
}
