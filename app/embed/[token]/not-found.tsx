import { InactiveLink } from '../../../components/share/inactive-link.tsx'

export default function NotFound() {
  return <InactiveLink isFrame />
}
