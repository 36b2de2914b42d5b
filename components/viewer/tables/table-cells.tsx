import type { Unit } from '../../../lib/profile/model/profile.ts'
import { formatShare } from '../../../lib/profile/format/units.ts'
import { formatWeightShort } from '../../../lib/profile/format/weight.ts'
import { shortName, simpleName } from '../../../lib/profile/names/names.ts'
import { searchColour } from '../../../lib/profile/colour/colour.ts'
import { maxSearches } from '../../../lib/profile/search/search.ts'
import { Name } from '../../ui/name.tsx'

/** CSS pixels of a character of JetBrains Mono at 12 px. */
const characterPx = 7.2
/** Characters of a name that a table shows, however narrow it is. */
const fewestNameChars = 4

/**
 * A function's name that shortens as labels of the graph do, packages first, so that the method is seen on a phone too;
 * with the end of its class where all of the class has no room: many classes have a method `run`.
 */
export function FittingName({ label, whole, availablePx }: { label: string; whole: string; availablePx: number }) {
  const characters = Math.max(Math.floor(availablePx / characterPx), fewestNameChars)
  const isLong = availablePx > 0 && label.length > characters
  return <Name text={isLong ? shortenWithClass(label, characters) : label} whole={whole} mono />
}

/** Characters of a class before a method's name: where fewer have room, the method stands alone. */
const fewestOfClass = 4

function shortenWithClass(label: string, characters: number): string {
  const short = shortName(label, characters) || label
  const simple = simpleName(label)
  const isMethodAlone = simple.endsWith(`.${short}`)
  return isMethodAlone && characters > short.length + 1 + fewestOfClass ? `…${simple.slice(1 - characters)}` : short
}

/** A weight and its share of the whole in a cell of a table, with a bar behind it. */
export function WeightCell({ weight, whole, unit }: { weight: number; whole: number; unit: Unit }) {
  const share = whole === 0 ? 0 : weight / whole
  return (
    <span role="gridcell" className="figures relative flex h-full items-center justify-end gap-2 whitespace-nowrap">
      <ShareBar share={share} />
      <span className="relative hidden @md:inline">{formatWeightShort(weight, unit)}</span>
      <span className="relative pr-1 @md:w-13 text-right text-muted">{formatShare(share)}</span>
    </span>
  )
}

export function ShareBar({ share }: { share: number }) {
  return (
    <span
      aria-hidden
      className="absolute inset-y-1 left-0 rounded-[3px] bg-spark/20"
      style={{ width: `${Math.min(share, 1) * 100}%` }}
    />
  )
}

/** The colour that a frame has in the graph. */
export function ColourSquare({ colour }: { colour: string }) {
  return <span aria-hidden className="size-2.5 shrink-0 rounded-[2px]" style={{ background: colour }} />
}

/** A dot in the colour of each search that finds a frame: bit i of `mask` is search i. */
export function MatchDots({ mask }: { mask: number }) {
  if (mask === 0) return null
  const found = searches.filter((search) => (mask & (1 << search)) !== 0)
  return (
    <span aria-hidden className="flex shrink-0 items-center gap-0.5">
      {found.map((search) => (
        <span key={search} className="size-2 rounded-full" style={{ background: searchColour(search) }} />
      ))}
    </span>
  )
}

const searches = Array.from({ length: maxSearches }, (_, search) => search)
