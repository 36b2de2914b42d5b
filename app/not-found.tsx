import type { Metadata } from 'next'
import { NothingHere } from '../components/shell/nothing-here.tsx'

export const metadata: Metadata = { title: 'Not found' }

export default function NotFound() {
  return (
    <NothingHere title="There is nothing at this address" list={{ href: '/', text: 'JVMs' }}>
      The link was cut short, or what it led to was deleted.
    </NothingHere>
  )
}
