'use client'
import { type BrushSelection, type D3BrushEvent, brushX } from 'd3-brush'
import { scaleLinear } from 'd3-scale'
import { select } from 'd3-selection'
import { type ReactNode, useEffect, useEffectEvent, useRef } from 'react'
import { datedHeadline, formatMomentRange } from '../../lib/contract/profile-title.ts'
import type { ProfileSummary } from '../../lib/contract/profile.ts'
import type { ServiceTimeline } from '../../lib/contract/library.ts'
import { formatCountOf } from '../../lib/profile/format/units.ts'
import { cutText } from '../../lib/profile/names/cut-text.ts'
import { shortDigest, shortImage } from '../../lib/profile/names/short-names.ts'
import { visibleText } from '../../lib/profile/view/visible-text.ts'
import { useWidth } from '../ui/use-width.ts'
import type { TrendView } from '../links/trend-view.ts'
import { ChartTargets, type LinkedPoint } from './chart-targets.tsx'
import { groupNear, type PointGroup } from './group-near.ts'

/** Height of the strip of profiles above a trend, in CSS pixels. */
const stripHeightPx = 84
/** The line on which the profiles stand as dots, in CSS pixels from the top of the strip. */
const dotsAt = 56
/** Space before the first profile of the strip and behind the last, as a share of its width. */
const stripSpaceShare = 0.02
/** Percent of the width of the strip that a deploy has at least. */
const leastDeployPercent = 0.1
/** Percent of the width of the strip from which a deploy has its name, and the most characters of that. */
const namedDeployPercent = 6
const mostDeployNameChars = 40

interface StripProps extends Pick<ServiceTimeline, 'deploys' | 'profiles'> {
  /** The time range that was chosen. */
  readonly range: TrendView['range']
  readonly onRange: (range: TrendView['range']) => void
  /** The address of the profiles of a time range, in the library. */
  readonly hrefOf: (range: readonly [number, number]) => string
}

interface DotPoint extends LinkedPoint {
  readonly profile: ProfileSummary
}

/**
 * A service's life on one line: a dot for each profile, or for those that a finger cannot tell apart, a mark where the
 * image changed. Dragging chooses a time range. The table below says the same in words.
 */
export function TimelineStrip({ deploys, profiles, range, onRange, hrefOf }: StripProps) {
  const strip = useRef<SVGSVGElement>(null)
  const width = useWidth(strip)
  const times = [...profiles.map(({ createdAt }) => createdAt), ...deploys.flatMap(({ from, to }) => [from, to])]
  const [first, last] = [Math.min(...times), Math.max(...times)]
  const position = scaleLinear([first, last], [100 * stripSpaceShare, 100 * (1 - stripSpaceShare)])
  const share = (at: number) => (first === last ? 50 : position(at))
  const groups = groupNear(
    profiles.map((profile) => ({
      profile,
      x: (share(profile.createdAt) / 100) * width,
      y: dotsAt,
      href: `/profiles/${profile.id}`,
      text: visibleText(datedHeadline(profile, true)),
    })),
  )
  const bands = deploys.map((deploy, index) => {
    const from = index === 0 ? 0 : share(deploy.from)
    const to = index + 1 < deploys.length ? share(deploys[index + 1]!.from) : 100
    return {
      ...deploy,
      box: { x: `${from}%`, width: `${Math.max(to - from, leastDeployPercent)}%` },
      hasText: to - from > namedDeployPercent,
    }
  })
  return (
    <svg
      ref={strip}
      width="100%"
      height={stripHeightPx}
      aria-hidden
      className="mb-4 block overflow-visible border-y border-line"
    >
      {bands.map((band, index) => (
        <svg key={band.from} {...band.box} height={stripHeightPx}>
          <rect width="100%" height="100%" className={index % 2 === 1 ? 'fill-surface' : 'fill-canvas'} />
          {index === 0 ? null : <line x1="0.5" x2="0.5" y1="0" y2={stripHeightPx} className="stroke-ember" />}
        </svg>
      ))}
      <line x1="0" x2="100%" y1={dotsAt} y2={dotsAt} className="stroke-line" />
      {width === 0 ? null : (
        <Brush {...{ first, last, width, range, onRange }}>
          {groups.map((group) => (
            <Dot key={group.points[0]!.profile.id} group={group} />
          ))}
          <ChartTargets groups={groups} linkOf={(points) => linkGroup(points, hrefOf)} />
        </Brush>
      )}
      {bands.map((band) => (
        <DeployLabel key={band.from} {...band} />
      ))}
    </svg>
  )
}

/** CSS pixels of the first and the last profile in a strip of a width. */
const pixelsOf = (width: number) => [stripSpaceShare * width, (1 - stripSpaceShare) * width]

function linkGroup(points: readonly DotPoint[], hrefOf: StripProps['hrefOf']) {
  if (points.length === 1) return { title: points[0]!.text, all: null }
  const times = points.map(({ profile }) => profile.createdAt)
  const range = [Math.min(...times), Math.max(...times)] as const
  return {
    title: `${formatCountOf(points.length, 'profile')}, ${formatMomentRange(range)}`,
    all: { href: hrefOf(range), text: 'Show them in the library' },
  }
}

/** What is drawn for the profiles of a group: a dot, with their number where there are several. */
function Dot({ group: { points, x } }: { group: PointGroup<DotPoint> }) {
  const { length } = points
  const isPinned = points.some(({ profile }) => profile.pinned)
  return (
    <g className="pointer-events-none">
      <circle cx={x} cy={dotsAt} r={length > 1 ? 10 : isPinned ? 5 : 4} className="fill-spark stroke-canvas" />
      {length > 1 ? (
        <text x={x} y={dotsAt + 4} textAnchor="middle" className="fill-canvas text-[11px] font-medium">
          {length > 99 ? '99+' : length}
        </text>
      ) : null}
    </g>
  )
}

/** Chooses a range by dragging, also from the targets within it, which are clicked as without a brush. */
function Brush({
  first,
  last,
  width,
  range,
  onRange,
  children,
}: Pick<StripProps, 'range' | 'onRange'> & { first: number; last: number; width: number; children: ReactNode }) {
  const layer = useRef<SVGGElement>(null)
  const choose = useEffectEvent((pixels: [number, number]) => {
    const at = scaleLinear(pixelsOf(width), [first, last])
    onRange([Math.floor(at(pixels[0])), Math.ceil(at(pixels[1]))])
  })
  const clear = useEffectEvent(() => range && onRange(null))
  const [from, to] = range ?? []
  // d3 asks each element that is pressed which part of the brush it is.
  useEffect(() => void select(layer.current!).selectAll('[data-target] *').datum({ type: 'overlay' }))
  useEffect(() => {
    if (first === last) return
    const x = scaleLinear([first, last], pixelsOf(width)).clamp(true)
    const chosen: BrushSelection | null = from === undefined || to === undefined ? null : [x(from), x(to)]
    const brushed = select(layer.current!)
    let isOnTarget = false
    const brush = brushX<unknown>()
      .extent([
        [0, 0],
        [width, stripHeightPx],
      ])
      .filter((event: MouseEvent | TouchEvent) => {
        if (event.ctrlKey || ('button' in event && event.button !== 0)) return false
        isOnTarget = event.target instanceof Element && event.target.closest('[data-target]') !== null
        // With a range, d3 would take a press for a change of it, and withhold the click.
        if (isOnTarget) brush.move(brushed, null)
        return true
      })
      .on('end', ({ sourceEvent, selection }: D3BrushEvent<unknown>) => {
        // Without it, the address moved the brush.
        if (!sourceEvent) return
        if (selection) choose(selection as [number, number])
        else if (isOnTarget) brush.move(brushed, chosen)
        else clear()
      })
    brushed.call(brush)
    brush.move(brushed, chosen)
    brushed.select('[data-targets]').raise() // above the parts of the brush
  }, [first, last, width, from, to])
  return (
    <g
      ref={layer}
      data-testid="strip-brush"
      className="[&_.selection]:fill-focus [&_.selection]:stroke-focus [&_.selection]:[fill-opacity:0.15]"
    >
      <g data-targets="">{children}</g>
    </g>
  )
}

function DeployLabel({
  image,
  imageName,
  box,
  hasText,
}: ServiceTimeline['deploys'][number] & { box: { x: string; width: string }; hasText: boolean }) {
  return (
    <svg {...box} height={stripHeightPx}>
      <title>{visibleText(`${imageName ?? ''} ${image}`.trim())}</title>
      {hasText ? (
        <text x="6" y="18" className="fill-muted font-mono text-xs">
          {visibleText(cutText(imageName === null ? shortDigest(image) : shortImage(imageName), mostDeployNameChars))}
        </text>
      ) : null}
    </svg>
  )
}
