'use client'
import { useRouter } from 'next/navigation'
import { useLibraryChange } from './use-live.tsx'

const refreshAfterMs = 1000

/** Has the page made anew on the server some time after any profile or experiment changed. */
export function usePageRefresh(): void {
  const router = useRouter()
  useLibraryChange(() => router.refresh(), refreshAfterMs)
}
