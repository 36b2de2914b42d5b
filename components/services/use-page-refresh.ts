'use client'
import { useRouter } from 'next/navigation'
import { useEffect, useRef } from 'react'
import { useLive } from '../live/use-live.tsx'

const refreshAfterMs = 1000

/** Has the page made anew on the server some time after any profile changed. */
export function usePageRefresh(): void {
  const version = useLive((state) => state.libraryVersion)
  const seen = useRef(version)
  const router = useRouter()
  useEffect(() => {
    if (seen.current === version) return
    const timer = setTimeout(() => {
      seen.current = version
      router.refresh()
    }, refreshAfterMs)
    return () => clearTimeout(timer)
  }, [version, router])
}
