import type { Metadata } from 'next'
import { NothingHere } from '../../../components/shell/nothing-here.tsx'

export const metadata: Metadata = { title: 'Not found' }

export default function NotFound() {
  return (
    <NothingHere title="No profile is of this service" list={{ href: '/services', text: 'Services' }}>
      All of its profiles were deleted, or have another service by now, or the link was cut short.
    </NothingHere>
  )
}
