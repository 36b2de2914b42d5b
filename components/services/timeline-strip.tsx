'use client'
import { type BrushSelection, type D3BrushEvent, brushX } from 'd3-brush'
import { scaleLinear } from 'd3-scale'
import { select } from 'd3-selection'
import { useEffect, useEffectEvent, useRef } from 'react'
import { datedHeadline } from '../../lib/contract/profile-title.ts'
import type { ProfileSummary } from '../../lib/contract/profile.ts'
import type { ServiceTimeline } from '../../lib/contract/library.ts'
import { cutText } from '../../lib/profile/names/cut-text.ts'
import { shortDigest, shortImage } from '../../lib/profile/names/short-names.ts'
import { visibleText } from '../../lib/profile/view/visible-text.ts'
import { useWidth } from '../ui/use-width.ts'
import type { TrendView } from '../links/trend-view.ts'

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
}

/**
 * A service's life on one line: a dot for each profile, a mark where the image changed. Dragging chooses a time range.
 * The table below says the same in words.
 */
export function TimelineStrip({ deploys, profiles, range, onRange }: StripProps) {
  const strip = useRef<SVGSVGElement>(null)
  const width = useWidth(strip)
  const times = [...profiles.map(({ createdAt }) => createdAt), ...deploys.flatMap(({ from, to }) => [from, to])]
  const [first, last] = [Math.min(...times), Math.max(...times)]
  const position = scaleLinear([first, last], [100 * stripSpaceShare, 100 * (1 - stripSpaceShare)])
  const share = (at: number) => (first === last ? 50 : position(at))
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
    <svg ref={strip} width="100%" height={stripHeightPx} aria-hidden className="mb-4 block border-y border-line">
      {bands.map((band, index) => (
        <rect
          key={band.from}
          {...band.box}
          height={stripHeightPx}
          className={index % 2 === 1 ? 'fill-surface' : 'fill-canvas'}
        />
      ))}
      <line x1="0" x2="100%" y1={dotsAt} y2={dotsAt} className="stroke-line" />
      {width > 0 && first < last ? <Brush {...{ first, last, width, range, onRange }} /> : null}
      {bands.map((band, index) => (
        <DeployLabel key={band.from} {...band} isFirst={index === 0} />
      ))}
      {profiles.map((profile) => (
        <Dot key={profile.id} profile={profile} share={share(profile.createdAt)} />
      ))}
    </svg>
  )
}

/** CSS pixels of the first and the last profile in a strip of a width. */
const pixelsOf = (width: number) => [stripSpaceShare * width, (1 - stripSpaceShare) * width]

function Brush({
  first,
  last,
  width,
  range,
  onRange,
}: Pick<StripProps, 'range' | 'onRange'> & { first: number; last: number; width: number }) {
  const layer = useRef<SVGGElement>(null)
  const choose = useEffectEvent((pixels: [number, number]) => {
    const at = scaleLinear(pixelsOf(width), [first, last])
    onRange([Math.floor(at(pixels[0])), Math.ceil(at(pixels[1]))])
  })
  const clear = useEffectEvent(() => range && onRange(null))
  const [from, to] = range ?? []
  useEffect(() => {
    const x = scaleLinear([first, last], pixelsOf(width)).clamp(true)
    const brush = brushX<unknown>()
      .extent([
        [0, 0],
        [width, stripHeightPx],
      ])
      .on('end', ({ sourceEvent, selection }: D3BrushEvent<unknown>) => {
        // Without it, the address moved the brush.
        if (!sourceEvent) return
        if (selection) choose(selection as [number, number])
        else clear()
      })
    const chosen: BrushSelection | null = from === undefined || to === undefined ? null : [x(from), x(to)]
    const brushed = select(layer.current!).call(brush)
    brush.move(brushed, chosen)
  }, [first, last, width, from, to])
  return (
    <g
      ref={layer}
      data-testid="strip-brush"
      className="[&_.selection]:fill-focus [&_.selection]:stroke-focus [&_.selection]:[fill-opacity:0.15]"
    />
  )
}

function DeployLabel({
  image,
  imageName,
  box,
  hasText,
  isFirst,
}: ServiceTimeline['deploys'][number] & { box: { x: string; width: string }; hasText: boolean; isFirst: boolean }) {
  return (
    <svg {...box} height={stripHeightPx}>
      {isFirst ? null : <line x1="0.5" x2="0.5" y1="0" y2={stripHeightPx} className="stroke-ember" strokeWidth="1" />}
      <title>{visibleText(`${imageName ?? ''} ${image}`.trim())}</title>
      {hasText ? (
        <text x="6" y="18" className="fill-muted font-mono text-xs">
          {visibleText(cutText(imageName === null ? shortDigest(image) : shortImage(imageName), mostDeployNameChars))}
        </text>
      ) : null}
    </svg>
  )
}

function Dot({ profile, share }: { profile: ProfileSummary; share: number }) {
  return (
    <a href={`/profiles/${profile.id}`} tabIndex={-1}>
      <circle
        cx={`${share}%`}
        cy={dotsAt}
        r={profile.pinned ? 5 : 4}
        className="fill-spark stroke-canvas hover:fill-ember"
      />
      <title>{visibleText(datedHeadline(profile))}</title>
    </a>
  )
}
