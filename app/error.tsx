'use client'
import { useEffect } from 'react'
import { PageBody } from '../components/shell/page-body.tsx'
import { PageFailure } from '../components/shell/page-failure.tsx'

/** A page that broke. What a Problem said does not survive the way from the server in production; its digest does. */
export default function PageError({ error, reset }: { error: Error & { digest?: string }; reset: () => void }) {
  useEffect(() => console.error(error), [error])
  return (
    <PageBody>
      <h1 className="sr-only">This page broke</h1>
      <PageFailure error={error} onRetry={reset} />
    </PageBody>
  )
}
