'use client'
import Link from 'next/link'
import { usePathname } from 'next/navigation'
import { classNames } from '../ui/class-names.ts'

const links = [
  { href: '/', text: 'JVMs', below: ['/targets', '/captures'] },
  { href: '/profiles', text: 'Profiles', below: ['/profiles', '/services'] },
  // A phone has no space for a fifth one; the page of the profiles leads there.
  { href: '/experiments', text: 'Experiments', below: ['/experiments'], className: 'max-sm:hidden' },
  { href: '/hosts', text: 'Hosts', below: ['/hosts'] },
  { href: '/settings', text: 'Settings', below: ['/settings'] },
]

export function MainNavigation() {
  const path = usePathname()
  return (
    <nav aria-label="Main" className="flex h-full items-stretch gap-1">
      {links.map(({ href, text, below, className }) => {
        const isHere = path === href
        const isWithin = isHere || below.some((area) => path === area || path.startsWith(`${area}/`))
        return (
          <Link
            key={href}
            href={href}
            aria-current={isHere ? 'page' : undefined}
            className={classNames(
              'relative flex items-center rounded-md px-2 text-sm hover:text-ink',
              isWithin
                ? 'font-medium text-ink after:absolute after:inset-x-2 after:-bottom-px after:h-0.5 after:bg-ink'
                : 'text-muted',
              className,
            )}
          >
            {text}
          </Link>
        )
      })}
    </nav>
  )
}
