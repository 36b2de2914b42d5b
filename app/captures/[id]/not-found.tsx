import type { Metadata } from 'next'
import { NothingHere } from '../../../components/shell/nothing-here.tsx'

export const metadata: Metadata = { title: 'Not found' }

export default function NotFound() {
  return (
    <NothingHere title="There is no such capture" list={{ href: '/profiles', text: 'Profiles' }}>
      The link was cut short, or is one of another Hearth.
    </NothingHere>
  )
}
