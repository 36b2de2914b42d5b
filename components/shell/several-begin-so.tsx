import { formatCount } from '../../lib/profile/format/units.ts'
import { NothingHere } from './nothing-here.tsx'

const lists = {
  profiles: { href: '/profiles', text: 'Profiles' },
  captures: { href: '/profiles', text: 'Profiles' },
  targets: { href: '/', text: 'JVMs' },
  experiments: { href: '/experiments', text: 'Experiments' },
} as const

const plurals = { profiles: 'profiles', captures: 'captures', targets: 'JVMs', experiments: 'experiments' } as const

/** An address with the beginning of an id that several have. */
export function SeveralBeginSo({
  noun,
  beginning,
  count,
}: {
  noun: keyof typeof lists
  beginning: string
  count: number
}) {
  return (
    <NothingHere title={`The ids of ${formatCount(count)} ${plurals[noun]} begin with ${beginning}`} list={lists[noun]}>
      Use more digits of the id in the address.
    </NothingHere>
  )
}
