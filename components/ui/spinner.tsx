import { LoaderCircle } from 'lucide-react'

/** Something is under way. Always beside words that say what. */
export function Spinner({ size = 14 }: { size?: number }) {
  return <LoaderCircle size={size} aria-hidden className="animate-turn shrink-0" />
}
