import { InactiveLink } from '../../../components/share/inactive-link.tsx'

/** The page of a share link that opens nothing: it is wrong, has expired, was revoked, or is for members. */
export default function NotFound() {
  return <InactiveLink />
}
