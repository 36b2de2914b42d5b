'use client'
import Link from 'next/link'
import { usePathname } from 'next/navigation'
import { classNames } from '../ui/class-names.ts'

const links = [
  { href: '/', text: 'JVMs', below: ['/targets', '/captures'] },
  { href: '/profiles', text: 'Profiles', below: ['/profiles', '/services'] },
  { href: '/experiments', text: 'Experiments', below: ['/experiments'] },
  { href: '/hosts', text: 'Hosts', below: ['/hosts'] },
  { href: '/settings', text: 'Settings', below: ['/settings'] },
]

export function MainNavigation() {
  const path = usePathname()
  return (
    <nav
      aria-label="Main"
      className="flex h-full min-w-0 items-stretch gap-1 max-sm:gap-0 max-sm:overflow-x-auto max-sm:[scrollbar-width:none]"
    >
      {links.map(({ href, text, below }) => {
        const isHere = path === href
        const isWithin = isHere || below.some((area) => path === area || path.startsWith(`${area}/`))
        return (
          <Link
            key={href}
            href={href}
            aria-current={isHere ? 'page' : isWithin || undefined}
            className={classNames(
              'relative flex items-center rounded-md px-2 text-sm hover:text-ink max-sm:px-1 max-sm:text-xs max-[23.75rem]:px-0.5 max-[23.75rem]:tracking-tight',
              isWithin
                ? 'font-medium text-ink after:absolute after:inset-x-2 max-sm:after:inset-x-1 after:-bottom-px after:h-0.5 after:bg-ink'
                : 'text-muted',
            )}
          >
            {text}
          </Link>
        )
      })}
    </nav>
  )
}
