import { shortName } from '../../../lib/profile/names.ts'
import { Name } from '../../ui/name.tsx'

/** Of JetBrains Mono at 12 px. */
const characterPx = 7.2

/** A function's name that shortens as labels of the graph do, packages first, so that the method is seen on a phone too. */
export function FittingName({ label, whole, roomPx }: { label: string; whole: string; roomPx: number }) {
  const characters = Math.floor(roomPx / characterPx)
  const isLong = roomPx > 0 && label.length > characters
  return <Name text={isLong ? shortName(label, Math.max(characters, 4)) || label : label} whole={whole} mono />
}
