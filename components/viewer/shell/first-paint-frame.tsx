import { firstPaintPlaceholder } from '../../../lib/profile/first-paint/first-paint-placeholder.ts'

/** What firstPaintBoxes gives, until the graph takes its place. */
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
