/** Draws the first picture into a place for it. Returns a function that ends it. */
export type DrawPicture = (place: HTMLElement) => () => void

interface Offer {
  readonly draw: DrawPicture
  /** Of the picture that is drawn now. */
  readonly end?: () => void
}

// The early script is a bundle of its own: what it has for the page goes by the one object that both know.
const shared = globalThis as { hearthPicture?: Offer }

/** For the early script: the picture goes into this place now, and into others that the page may put over it. */
export function offerPicture(place: HTMLElement, draw: DrawPicture): void {
  shared.hearthPicture = { draw, end: draw(place) }
}

/** For the page: this place was put over the one that a script may have found. */
export function movePicture(place: HTMLElement): void {
  const { draw, end } = shared.hearthPicture ?? {}
  if (!draw || place.dataset.drawn !== undefined) return
  end?.()
  offerPicture(place, draw)
}

/** For the page: the graph is there. */
export function endPicture(): void {
  shared.hearthPicture?.end?.()
  delete shared.hearthPicture
}
