import type { ScaleTime } from 'd3-scale'
import type { ServiceTimeline } from '../../lib/contract/library.ts'
import { visibleText } from '../../lib/profile/view/visible-text.ts'
import { shortDigest, shortImage } from '../../lib/profile/names/short-names.ts'

/** The width of a letter of the names of images. */
const charPx = 7.3
/** A label of a deploy has room for at least so many characters, or is left out. */
const minNameChars = 6
/** Characters of the label of a deploy; a longer one is cut. */
const maxNameChars = 24

interface DeployMarksProps {
  readonly x: ScaleTime<number, number>
  readonly deploys: ServiceTimeline['deploys']
  readonly heightPx: number
}

/** Marks where the first profile of each new image stands. */
export function DeployMarks({ x, deploys, heightPx }: DeployMarksProps) {
  const [from, to] = x.domain().map(Number) as [number, number]
  const marks = deploys.slice(1).filter((deploy) => deploy.from >= from && deploy.from <= to)
  const labels = fitLabels(
    marks.map((deploy) => x(deploy.from)),
    x.range()[1]!,
  )
  return marks.map(({ from: at, image, imageName }, index) => {
    const { chars, isBefore } = labels[index]!
    const name = visibleText(imageName === null ? shortDigest(image) : shortImage(imageName))
    return (
      <g key={at} transform={`translate(${x(at)},0)`} data-deploy-mark={image}>
        <line y1="4" y2={heightPx} className="stroke-ember" strokeDasharray="4 3" />
        {chars >= minNameChars ? (
          <text
            x={isBefore ? -4 : 4}
            y="13"
            textAnchor={isBefore ? 'end' : 'start'}
            className="fill-ember-ink font-mono text-xs"
          >
            {name.length <= chars ? name : `…${name.slice(name.length + 1 - chars)}`}
          </text>
        ) : null}
        <title>{visibleText(`${imageName ?? ''} ${image}`.trim())}</title>
      </g>
    )
  })
}

/** Says how many letters fit behind each mark; before the last mark where there is no space behind it. */
function fitLabels(marks: readonly number[], endPx: number): { chars: number; isBefore: boolean }[] {
  const charsIn = (px: number) => Math.min(maxNameChars, Math.floor((px - 10) / charPx))
  let limit = endPx
  return marks
    .toReversed()
    .map((at, fromLast) => {
      const behind = charsIn(limit - at)
      const before = charsIn(at - (marks.at(-2) ?? 0))
      const isBefore = fromLast === 0 && behind < minNameChars && before >= minNameChars
      limit = isBefore ? at - before * charPx : at
      return { chars: isBefore ? before : behind, isBefore }
    })
    .toReversed()
}
