import { Compass } from 'lucide-react'
import type { Metadata } from 'next'
import { Page } from '../components/shell/page.tsx'
import { ButtonLink } from '../components/ui/button.tsx'
import { EmptyState } from '../components/ui/empty-state.tsx'

export const metadata: Metadata = { title: 'Not found' }

export default function NotFound() {
  return (
    <Page>
      <h1 className="sr-only">Not found</h1>
      <EmptyState icon={<Compass size={24} aria-hidden />} title="There is nothing at this address">
        <p className="max-w-prose text-muted">
          A JVM that has ended, a profile that was deleted, or a link cut short. A JVM has a new address after each
          restart; its profiles stay in the library.
        </p>
        <div className="flex flex-wrap gap-2">
          <ButtonLink href="/" variant="primary">
            Running JVMs
          </ButtonLink>
          <ButtonLink href="/profiles">Profiles</ButtonLink>
        </div>
      </EmptyState>
    </Page>
  )
}
