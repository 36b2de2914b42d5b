import type { Metadata } from 'next'
import { NothingHere } from '../../../components/shell/nothing-here.tsx'

export const metadata: Metadata = { title: 'Not found' }

export default function NotFound() {
  return (
    <NothingHere title="There is no such experiment" list={{ href: '/experiments', text: 'Experiments' }}>
      It was deleted, or the link was cut short. Its profiles stay in the library.
    </NothingHere>
  )
}
