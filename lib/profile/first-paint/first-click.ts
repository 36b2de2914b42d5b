/** A click on the boxes of a first paint that the viewer was not there to answer. */
export interface FirstClick {
  /** Part of the width of the whole graph, 0 to 1. */
  readonly x: number
  readonly row: number
  /** Path of the page's address: Next may have gone on to another page. */
  readonly page: string
}

declare global {
  /** The last one; see answerFirstClicks. */
  var hearthFirstClick: FirstClick | undefined
}

/** The click on this page that waits for an answer. */
export function readFirstClick(): FirstClick | null {
  const click = globalThis.hearthFirstClick
  return click && click.page === location.pathname ? click : null
}

/** The same, for the one who answers it. */
export function takeFirstClick(): FirstClick | null {
  const click = readFirstClick()
  globalThis.hearthFirstClick = undefined
  return click
}
