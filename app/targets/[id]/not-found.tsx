import type { Metadata } from 'next'
import { NothingHere } from '../../../components/shell/nothing-here.tsx'

export const metadata: Metadata = { title: 'Not found' }

export default function NotFound() {
  return (
    <NothingHere title="This JVM is not running" list={{ href: '/', text: 'JVMs' }}>
      It has ended, or the link was cut short. A JVM has a new address after each restart; its profiles stay in the
      library.
    </NothingHere>
  )
}
