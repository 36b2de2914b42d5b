import { Pencil } from 'lucide-react'
import { useState } from 'react'
import { colourModes, type ColourMode } from '../../../lib/profile/colour/colour-group.ts'
import { groupColour, tierColour, type Theme } from '../../../lib/profile/colour/colour.ts'
import { knownTiers, tierNames } from '../../../lib/profile/colour/node-tiers.ts'
import { classNames } from '../../ui/class-names.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { Name } from '../../ui/name.tsx'
import { Select } from '../../ui/select.tsx'
import { formatShare } from '../../../lib/profile/format/units.ts'
import { type LegendEntry, maxLegendEntries } from '../../../lib/profile/colour/legend.ts'
import type { Viewing } from '../view/view-store.ts'
import { readStoredRules } from './stored-colour-rules.ts'
import { useTwoLines } from './use-two-lines.ts'

const modeTitles: Record<ColourMode, string> = {
  kind: 'By kind',
  package: 'By package',
  thread: 'By thread',
  compile: 'By compile state',
  cost: 'By self weight',
  rules: 'By my rules',
}

const formatSelfTitle = (whole: string) =>
  `Share of ${whole} that frames of this colour have themselves, without what they call`

const stripTitle = 'Below the name in a Java box: how much of it ran in each way'

const restTitle = 'Samples that end in the root: they have no frame, or the filters left none'
/** A smaller share of samples without frames is not worth a line: 0.05% is shown as 0.1%. */
const leastRest = 0.0005

/** Entries of the legend that one line has room for on a phone, before a button for the rest. */
const mostOnPhone = 1

/** Shows the meaning of each colour, with its share of the weight, and the choice of the mode of colours. */
export function ColourLegend({
  legend,
  side,
  whole,
  hasTiers,
  theme,
  viewing: { view, change },
  onRules,
}: {
  legend: readonly LegendEntry[]
  /** Title of the side, such as `Before`, where there are two graphs; undefined for one. */
  side?: string | undefined
  /** What its shares are of; see nameWhole. */
  whole: string
  /** Whether boxes have a strip below: how much ran in each way. */
  hasTiers: boolean
  theme: Theme
  viewing: Viewing
  /** Opens the dialog of the rules. */
  onRules: () => void
}) {
  const selfTitle = formatSelfTitle(whole)
  const choose = (colour: ColourMode) => {
    if (colour !== 'rules' || view.rules.length > 0) return change({ colour }, 'push')
    const storedRules = readStoredRules()
    if (storedRules.length > 0) change({ colour, rules: storedRules }, 'push')
    else onRules()
  }
  const [isWhole, setWhole] = useState(false)
  // Last entries that have no room in two lines of a wide window; it finds them by `data-entry` and `data-more`.
  const { list, folded } = useTwoLines(isWhole)
  const withoutFrames = 1 - legend.reduce((sum, { share }) => sum + share, 0)
  const hasStrip = hasTiers && view.colour !== 'compile'
  const canFold = legend.length > mostOnPhone || hasStrip
  const isFolded = canFold && !isWhole
  const isUnfolded = canFold && isWhole
  const foldedText = legend.length > mostOnPhone ? `${legend.length - mostOnPhone} more` : 'more'
  const foldedClass = isFolded ? 'max-sm:hidden' : undefined
  return (
    <div className={classNames('flex min-w-0 flex-1 items-center gap-3', isUnfolded && 'max-sm:flex-wrap')}>
      <Select
        aria-label="Colours"
        className="shrink-0 [&_select]:h-7"
        value={view.colour}
        choices={colourModes}
        textOf={(mode) => modeTitles[mode]}
        onChange={choose}
      />
      {view.colour === 'rules' ? (
        <IconButton label="Edit the rules" size="small-icon" onClick={onRules} icon={Pencil} />
      ) : null}
      <div
        ref={list}
        role="list"
        aria-label="Legend: share of self weight by colour"
        className={classNames(
          'flex min-h-8 min-w-0 flex-1 flex-wrap content-center items-center low:min-h-4 max-sm:min-h-0 gap-x-2 wide:gap-x-3 text-xs text-muted',
          isUnfolded && 'max-sm:basis-full',
        )}
      >
        {view.colour === 'thread' ? (
          side && <div role="listitem">{side}:</div>
        ) : (
          <div role="listitem" title={selfTitle}>
            {side === undefined ? (
              <>
                Self<span className="max-sm:sr-only">, of {whole}</span>:
              </>
            ) : (
              `${side}, self:`
            )}
          </div>
        )}
        {legend.map(({ group, share }, index) => (
          <div
            role="listitem"
            data-entry
            hidden={!isWhole && index >= legend.length - folded}
            key={`${group.palette} ${group.index ?? ''} ${group.label}`}
            title={view.colour === 'thread' ? undefined : selfTitle}
            className={classNames(
              'flex min-w-0 shrink-0 items-center gap-1 wide:gap-1.5',
              index >= mostOnPhone && foldedClass,
            )}
          >
            <span
              aria-hidden
              className="size-2.5 shrink-0 rounded-[2px] border border-line"
              style={{ background: groupColour(group, theme) }}
            />
            <Name text={group.label} className="max-w-56" />
            {/* A band of self weight without any is named "nothing", or a box above a function has it. */}
            {view.colour === 'cost' && share === 0 ? null : <span className="figures">{formatShare(share)}</span>}
          </div>
        ))}
        {withoutFrames >= leastRest && legend.length < maxLegendEntries ? (
          <div role="listitem" title={restTitle} className={classNames('shrink-0', foldedClass)}>
            no frame <span className="figures">{formatShare(withoutFrames)}</span>
          </div>
        ) : null}
        {/* One part, which is broken on a phone alone: a word of it on a line of its own would cost that line. */}
        {hasStrip ? (
          <div
            title={stripTitle}
            className={classNames(
              'flex shrink-0 items-center gap-x-2 wide:gap-x-3 max-sm:shrink max-sm:flex-wrap lg:order-1',
              foldedClass,
            )}
          >
            <span role="listitem">Strip below:</span>
            {knownTiers.map((tier) => (
              <span key={tier} role="listitem" className="flex shrink-0 items-center gap-1 wide:gap-1.5">
                <span aria-hidden className="h-[3px] w-3 shrink-0" style={{ background: tierColour(tier, theme) }} />
                {tierNames[tier]}
              </span>
            ))}
          </div>
        ) : null}
        {canFold ? (
          <div
            role="listitem"
            data-more
            data-folds={folded > 0}
            className="sm:hidden lg:-my-1 lg:data-[folds=true]:block"
          >
            <button aria-expanded={isWhole} className="min-h-6 underline" onClick={() => setWhole(!isWhole)}>
              {isWhole ? (
                'less'
              ) : (
                <>
                  <span className="sm:hidden">{foldedText}</span>
                  {folded > 0 ? <span className="max-sm:hidden">{folded} more</span> : null}
                </>
              )}
            </button>
          </div>
        ) : null}
      </div>
    </div>
  )
}
