import type { CallTree, Weights } from '../../lib/profile/tree/call-tree.ts'
import { shortName } from '../../lib/profile/names/names.ts'
import { createNodeColours } from '../../lib/profile/colour/node-colours.ts'
import type { ViewState } from '../../lib/profile/view/view.ts'
import { createFlameCanvas } from '../flame-graph/flame-canvas.ts'
import { graphFont, readGraphTheme } from '../flame-graph/scene/graph-theme.ts'
import { keepPicture } from '../flame-graph/kept-picture.ts'
import type { Scene } from '../flame-graph/scene/scene.ts'
import { offerWarmCanvas } from '../flame-graph/warm-canvas.ts'
import { resolvedTheme } from '../theme/resolved-theme.ts'
import { createLabels } from '../viewer/details/frame-labels.ts'
import type { FrameNames } from '../viewer/worker/tree-messages.ts'

/** What can be drawn before anybody asked the worker for more. */
export interface FirstTree extends FrameNames {
  readonly tree: CallTree
  readonly starts: Weights
  readonly tiers: Uint8Array | null
}

/**
 * Draws the graph where it will stand, by the same code, so that nothing moves when the page comes alive and takes its place: boxes at once,
 * their names with the next frame, or when the face of the labels is there. Call it when styles are there. Returns a function that ends it.
 */
export function drawFirstPicture(place: HTMLElement, drawn: FirstTree, view: ViewState, event: string): () => void {
  const container = place.querySelector<HTMLElement>('[data-part=window]')!
  const spacer = container.querySelector<HTMLElement>('[data-part=spacer]')!
  const canvas = container.querySelector('canvas')!
  const mode = resolvedTheme()
  const labelOf = createLabels(drawn, view.names)
  const flame = createFlameCanvas({ container, spacer, canvas }, shortName, noEvents)
  const scene: Scene = {
    tree: drawn.tree,
    starts: drawn.starts,
    tiers: drawn.tiers,
    orientation: view.orientation,
    zoomNode: 0,
    range: null,
    row: null,
    selected: -1,
    searches: [],
    // What has no name in a TreePicture is a run of many.
    labelOf: (frame) => (frame >= 0 && drawn.frames.name[frame] === 0 ? '' : labelOf(frame)),
    colourOf: createNodeColours({
      ...drawn,
      mode: view.colour,
      rules: view.rules,
      colours: null,
      isInverted: view.invert,
      theme: mode,
    }),
    pins: [],
    event,
    theme: readGraphTheme(container, mode),
  }
  flame.show({ ...scene, isUnnamed: true })
  flame.drawNow()
  let isOver = false
  // In a frame of its own: both at once would take long enough to be felt.
  const showNames = () => requestAnimationFrame(() => (isOver ? undefined : flame.show(scene)))
  void faceReady().then(showNames)
  offerWarmCanvas()
  place.dataset.drawn = ''
  return () => {
    isOver = true
    keepPicture(canvas)
    flame.dispose()
  }
}

/** The picture is only to be seen: what the pointer does is for the graph that takes its place. */
const noEvents = {
  onClick: () => undefined,
  onHover: () => undefined,
  onGesture: () => undefined,
  onMenu: () => undefined,
}

/** Styles say where the picture stands, and name the face of its labels. */
export async function stylesReady(): Promise<void> {
  const links = [...document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')]
  const missing = links.filter(({ sheet }) => sheet === null)
  await Promise.all(missing.map((link) => new Promise((resolve) => (link.onload = link.onerror = resolve))))
}

/** The face of the labels, or what stands in for it where it does not load. Call it when styles are there. */
export async function faceReady(): Promise<void> {
  await document.fonts.load(graphFont).catch(() => undefined)
}
