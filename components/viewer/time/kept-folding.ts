const key = 'hearth.heat-map'

/** Whether this person had the heat map open last, on this browser; at first where there is room for it. */
export function isHeatMapKeptOpen(): boolean {
  const isRoomy = matchMedia('(min-width: 640px) and (min-height: 600px)').matches
  try {
    const kept = localStorage.getItem(key)
    return kept === null ? isRoomy : kept === 'open'
  } catch (error) {
    // A browser that keeps nothing.
    if (error instanceof DOMException) return isRoomy
    throw error
  }
}

export function keepHeatMapOpen(isOpen: boolean): void {
  try {
    localStorage.setItem(key, isOpen ? 'open' : 'folded')
  } catch (error) {
    if (!(error instanceof DOMException)) throw error
  }
}
