import { formatCount } from '../../lib/profile/format/units.ts'
import { NothingHere } from './nothing-here.tsx'

const profileList = { href: '/profiles', text: 'Profiles' }
const nouns = {
  profiles: { plural: 'profiles', list: profileList },
  captures: { plural: 'captures', list: profileList },
  targets: { plural: 'JVMs', list: { href: '/', text: 'JVMs' } },
  experiments: { plural: 'experiments', list: { href: '/experiments', text: 'Experiments' } },
} as const

/** An address with the beginning of an id that several have. */
export function SeveralBeginSo({
  noun,
  beginning,
  count,
}: {
  noun: keyof typeof nouns
  beginning: string
  count: number
}) {
  const { plural, list } = nouns[noun]
  return (
    <NothingHere title={`The ids of ${formatCount(count)} ${plural} begin with ${beginning}`} list={list}>
      Use more digits of the id in the address.
    </NothingHere>
  )
}
