'use client'
import { useEffect, useState } from 'react'
import type { RetentionPreview, RetentionRule } from '../../lib/contract/library.ts'
import { callApi } from '../api/call-api.ts'
import { showProblem } from '../ui/toast.tsx'

const typingMs = 300

/** What these rules would throw away now; null while nobody knows, or nothing is asked. */
export function useRulesPreview(rules: readonly RetentionRule[] | null): RetentionPreview | null {
  const asked = rules === null ? null : JSON.stringify({ rules })
  const [known, setKnown] = useState<{ asked: string; preview: RetentionPreview } | null>(null)
  useEffect(() => {
    if (asked === null) return
    const controller = new AbortController()
    const timer = setTimeout(() => {
      const body: unknown = JSON.parse(asked)
      const { signal } = controller
      callApi('/api/v1/retention/preview', { method: 'POST', body, signal, answer: 'retentionPreview' }).then(
        (preview) => setKnown({ asked, preview }),
        (error: unknown) => signal.aborted || showProblem(error),
      )
    }, typingMs)
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [asked])
  return known !== null && known.asked === asked ? known.preview : null
}
