'use client'
import type { StackQuality } from '../../../lib/profile/quality/stack-quality.ts'
import { Button } from '../../ui/button.tsx'
import { Command } from '../../ui/command.tsx'
import { Popover } from '../../ui/popover.tsx'
import { formatDuration, formatShare } from '../../../lib/profile/format/units.ts'
import { formatWeight } from '../../../lib/profile/format/weight.ts'
import { TextWithCode } from '../../ui/text-with-code.tsx'

/** Share of the weight with a sound stack from which stacks are rated good, fair and poor; less is broken. */
const leastShareOf = { good: 0.95, fair: 0.8, poor: 0.5 } as const
/** So much weight with frames without a name changes no conclusion: the rating overlooks it. */
const overlookedUnnamedShare = 0.05

const looks: Record<QualityGrade, { readonly word: string; readonly bars: number; readonly colour: string }> = {
  good: { word: 'good', bars: 4, colour: 'fill-good' },
  fair: { word: 'fair', bars: 3, colour: 'fill-warn' },
  poor: { word: 'poor', bars: 2, colour: 'fill-bad' },
  broken: { word: 'broken', bars: 1, colour: 'fill-bad' },
  few: { word: 'too few samples to tell', bars: 1, colour: 'fill-warn' },
}

/** How far the stacks can be trusted: a small meter, and behind it the defects and their remedies. */
export function QualityMeter({ quality }: { quality: StackQuality }) {
  const { sound, findings, samples } = quality
  const grade = getQualityGrade(quality)
  const { word } = looks[grade]
  return (
    <Popover
      title="Stack quality"
      className="flex max-h-[70vh] w-[min(27rem,calc(100vw-1rem))] flex-col gap-3 overflow-y-auto"
      trigger={
        <Button data-testid="quality-meter" title="Stack quality: how many stacks are complete">
          <Bars grade={grade} />
          <span className="sr-only">Stack quality: {word},</span>
          {grade === 'few' ? (
            // A high share beside one bar of four would say two things.
            <span className="figures lg:in-[[data-tight=all]]:sr-only">{formatWeight(samples, 'samples')}: few</span>
          ) : (
            <>
              <span className="snug:sr-only">Stacks complete</span>
              <span className="figures">{formatShare(sound)}</span>
            </>
          )}
        </Button>
      }
    >
      <p className="font-medium">Stack quality: {word}</p>
      <Figures quality={quality} />
      {findings.length === 0 ? (
        <p className="text-muted">Nothing to repair.</p>
      ) : (
        <ul className="flex flex-col gap-2" aria-label="Problems">
          {findings.map(({ code, text, remedy, command }) => (
            <li key={code} className="border-l-2 border-warn pl-2.5">
              <p>
                <TextWithCode text={text} />
              </p>
              <p className="text-muted">
                <TextWithCode text={remedy} />
              </p>
              {command === null ? null : <Command text={command} />}
            </li>
          ))}
        </ul>
      )}
    </Popover>
  )
}

/** Four bars, as many of them full as the stacks are good: height tells it too, not colour alone. */
function Bars({ grade }: { grade: QualityGrade }) {
  const { bars, colour } = looks[grade]
  return (
    <svg width="14" height="12" viewBox="0 0 14 12" aria-hidden className="shrink-0">
      {[3, 6, 9, 12].map((height, index) => (
        <rect
          key={height}
          x={index * 3.75}
          y={12 - height}
          width="2.5"
          height={height}
          rx="0.75"
          className={index < bars ? colour : 'fill-edge opacity-40'}
        />
      ))}
    </svg>
  )
}

function Figures({ quality: { sound, named, unknown, brokenRoots, cut, mapAgeMs } }: { quality: StackQuality }) {
  const figures: [string, string][] = [
    ['Stacks complete, from the root to the leaf', formatShare(sound)],
    ['Frames with a name, in all samples', formatShare(named)],
    ['Samples with an unknown frame', formatShare(unknown)],
    ['Samples that lost their callers', formatShare(brokenRoots)],
    ['Samples cut at the depth limit', cut === null ? 'limit not known' : formatShare(cut)],
    ...(mapAgeMs === null ? [] : [['Oldest symbol map', formatDuration(mapAgeMs)] satisfies [string, string]]),
  ]
  return (
    <dl className="grid grid-cols-[1fr_auto] gap-x-4 gap-y-0.5">
      {figures.map(([label, figure]) => (
        <div key={label} className="contents">
          <dt className="text-muted">{label}</dt>
          <dd className="figures self-center text-right">{figure}</dd>
        </div>
      ))}
    </dl>
  )
}

type QualityGrade = 'good' | 'fair' | 'poor' | 'broken' | 'few'

/**
 * Rates the stacks in four steps, by the smallest share of weight: whose stack is whole, whose frames have names, or
 * that is not the profiler's own. Few samples are not rated.
 */
export function getQualityGrade({
  sound,
  named,
  profilerWork,
  findings,
}: Pick<StackQuality, 'sound' | 'named' | 'profilerWork' | 'findings'>): QualityGrade {
  if (findings.some(({ code }) => code === 'few-samples')) return 'few'
  const worse = Math.min(sound, named + overlookedUnnamedShare, 1 - profilerWork)
  if (worse >= leastShareOf.good) return 'good'
  if (worse >= leastShareOf.fair) return 'fair'
  return worse >= leastShareOf.poor ? 'poor' : 'broken'
}
