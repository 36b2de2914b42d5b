import { InactiveLink } from '../../../components/share/link-off.tsx'

export default function NotFound() {
  return <InactiveLink />
}
