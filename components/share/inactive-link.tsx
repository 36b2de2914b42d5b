import { Unlink } from 'lucide-react'
import { Page } from '../shell/page.tsx'
import { EmptyState } from '../ui/empty-state.tsx'

/**
 * A link that opens nothing. The reason is not shown, since a stranger may look. `isFrame`: of a link to embed, which
 * may be one to open alone.
 */
export function InactiveLink({ isFrame = false }: { isFrame?: boolean }) {
  return (
    <Page>
      <h1 className="sr-only">This link does not work</h1>
      <EmptyState icon={<Unlink size={24} aria-hidden />} title="This link does not work">
        <p className="max-w-prose text-muted">
          It has expired or was revoked, its profile was deleted, {isFrame ? 'it does not allow embedding, ' : ''}or a
          part of it is missing. Ask {isFrame ? 'the author of this page' : 'the person who sent it'} for a new one.
        </p>
      </EmptyState>
    </Page>
  )
}
