import { Compass } from 'lucide-react'
import { ButtonLink } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { PageBody } from './page-body.tsx'

/**
 * An address that leads nowhere, or not for this person: what may have become of it, and the list where others of its
 * kind are.
 */
export function NothingHere({
  title,
  heading = 'Not found',
  children,
  list,
}: {
  title: string
  /** Of the page, for a screen reader. */
  heading?: string
  /** Why, in a sentence or two. */
  children: string
  list: { readonly href: string; readonly text: string }
}) {
  return (
    <PageBody>
      <h1 className="sr-only">{heading}</h1>
      <EmptyState icon={<Compass size={24} aria-hidden />} title={title}>
        <p className="max-w-prose text-muted">{children}</p>
        <div className="flex flex-wrap gap-2">
          <ButtonLink href={list.href} variant="primary">
            {list.text}
          </ButtonLink>
          {others
            .filter(({ href }) => href !== list.href)
            .map(({ href, text }) => (
              <ButtonLink key={href} href={href}>
                {text}
              </ButtonLink>
            ))}
        </div>
      </EmptyState>
    </PageBody>
  )
}

const others = [
  { href: '/', text: 'JVMs' },
  { href: '/profiles', text: 'Profiles' },
]
