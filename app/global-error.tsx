'use client'
import { useEffect } from 'react'
import { PageFailure } from '../components/shell/page-failure.tsx'
import './globals.css'

/** The layout itself broke, so there is no header either. */
export default function GlobalError({ error, reset }: { error: Error & { digest?: string }; reset: () => void }) {
  useEffect(() => console.error(error), [error])
  return (
    <html lang="en">
      <body>
        <title>Hearth</title>
        <main className="mx-auto max-w-2xl px-4 pt-[14vh]">
          <h1 className="mb-4 text-lg font-semibold">Hearth</h1>
          <PageFailure error={error} onRetry={reset} />
        </main>
      </body>
    </html>
  )
}
