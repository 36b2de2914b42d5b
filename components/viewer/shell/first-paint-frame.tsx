import { firstPaintPlaceholder } from '../../../lib/profile/first-paint/first-paint-placeholder.ts'

/** Shows the boxes of firstPaintBoxes until the graph takes their place. */
export function FirstPaintFrame({ boxes }: { boxes: string }) {
  return (
    <div
      className="contents"
      suppressHydrationWarning
      // eslint-disable-next-line no-restricted-syntax -- its names are escaped by firstPaintBoxes, and a test holds them to it
      dangerouslySetInnerHTML={{ __html: firstPaintPlaceholder(boxes) }}
    />
  )
}
