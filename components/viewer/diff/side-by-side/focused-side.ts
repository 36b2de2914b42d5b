import type { SidePlace } from './side-paths.ts'
import { otherSide, type BySide, type Side } from './side.ts'

interface PlacesOfPane {
  readonly zoom: SidePlace
  readonly selection: SidePlace
}

/**
 * The side that is told about: it has all of the way to the frame that is selected, or else to the one that both are zoomed to. A side that
 * lacks the frame would tell of its caller.
 */
export function homeSide(panes: BySide<PlacesOfPane>, active: Side): Side {
  const has = ({ node, missing }: SidePlace) => node > 0 && missing === 0
  const either = [active, otherSide[active]] as const
  return either.find((side) => has(panes[side].selection)) ?? either.find((side) => has(panes[side].zoom)) ?? active
}
