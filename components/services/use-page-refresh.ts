'use client'
import { useRouter } from 'next/navigation'
import { useLibraryChange } from '../live/use-live.tsx'

const refreshAfterMs = 1000

/** Has the page made anew on the server some time after any profile changed. */
export function usePageRefresh(): void {
  const router = useRouter()
  useLibraryChange(() => router.refresh(), refreshAfterMs)
}
