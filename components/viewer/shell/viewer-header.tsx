import { Info } from 'lucide-react'
import type { ReactNode } from 'react'
import { describeTop } from '../../../lib/contract/top-method.ts'
import { eventsOfClasses } from '../../../lib/profile/model/event-ids.ts'
import { formatCaptured, isNamedByEvent, profileName, simpleHotMethod } from '../../../lib/contract/profile-title.ts'
import type { ProfileSummary } from '../../../lib/contract/profile.ts'
import type { Provenance } from '../../../lib/profile/model/profile.ts'
import { getEventLabel } from '../../../lib/contract/engines.ts'
import { titleSides } from '../../../lib/contract/tell-apart.ts'
import { Badge } from '../../ui/badge.tsx'
import { classNames } from '../../ui/class-names.ts'
import { Foldaway } from '../../ui/foldaway.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Name } from '../../ui/name.tsx'
import { useLate } from '../../ui/late.ts'
import { LateMenu } from '../../ui/late-menu.tsx'
import { formatDuration, formatShare } from '../../../lib/profile/format/units.ts'
import { visibleText } from '../../../lib/profile/view/visible-text.ts'
import { lateTools } from './late-tools.ts'
import { getOwner, OwnedName } from './owned-name.tsx'

/** A title of more characters leaves so little space that the texts of buttons in the header give way to icons. */
const crowdingTitleChars = 36

/** A name and an event of so many characters stand in one line on a phone of 360 px. */
const mostPhoneLineChars = 28

/**
 * One row: the profile's name, its hot method, how long and when; the rest behind a button. On the right are its
 * actions. On a phone the parts stand below each other.
 */
export function ViewerHeader({
  summary,
  provenance,
  removed,
  hot,
  baseline,
  comparison,
  isShown,
  children,
}: {
  summary: ProfileSummary
  /** null until the profile is there. */
  provenance: Provenance | null
  /** Share of the weight (0 to 1) that filters removed; of a comparison that of its later side. */
  removed: number
  /** The method to look at first. */
  hot: ReactNode
  /** The baseline; null without a comparison. */
  baseline: ProfileSummary | null
  /** Stands in the place of name and facts where there are two profiles. */
  comparison: ReactNode
  /** Whether the view is there, or the reason why it is not: then parts that open later may load. */
  isShown: boolean
  children: ReactNode
}) {
  const { event, durationMs } = summary
  const name = profileName(summary)
  const method = simpleHotMethod(summary)
  const named = method && name.endsWith(method) ? method : ''
  const before = name.slice(0, name.length - named.length).trimEnd()
  const colon = before.endsWith(':') ? ':' : ''
  const subject = before.slice(0, before.length - colon.length)
  const owner = getOwner(subject, summary.service)
  // On a phone the facts are behind the button, and no switch of events is in sight.
  const phoneEvent = comparison || isNamedByEvent(summary) ? null : getEventLabel(event)
  const isBesideName = !named && phoneEvent !== null && name.length + phoneEvent.length <= mostPhoneLineChars
  // Another method, or a class, stands beside it.
  const beside = method ?? (eventsOfClasses.has(event) ? describeTop(summary)?.name : undefined)
  const length = name.length - owner.length + (beside && !name.includes(beside) ? beside.length : 0)
  const facts: Facts = [
    [
      'Filters',
      removed > 0 ? (
        <span key="removed" data-testid="removed-by-filters" className="text-ink">
          {formatShare(removed)} {baseline ? `of ${titleSides(baseline, summary).after} ` : ''}removed by filters
        </span>
      ) : null,
    ],
    ...(comparison
      ? []
      : ([
          ['Event', event === 'cpu' || isNamedByEvent(summary) ? null : getEventLabel(event)],
          ['Duration', durationMs === null ? null : formatDuration(durationMs)],
          ['Captured', formatCaptured(summary)],
        ] as const)),
  ]
  const presentFacts = facts.filter(([, fact]) => fact !== null)
  const tools = useLate(lateTools, isShown)
  const about = comparison ? 'About both profiles' : 'About this profile'
  return (
    <header className="relative flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-line px-3 py-0.5">
      <div className="flex min-w-0 flex-1 basis-80 items-center gap-x-3 max-lg:basis-0 max-sm:flex-wrap max-sm:gap-x-2 max-sm:gap-y-0.5">
        {/* The method is cut last. On a phone it has the first line with the button; the service is below. */}
        <h1
          data-crowds={comparison || length > crowdingTitleChars ? '' : undefined}
          aria-label={comparison ? undefined : visibleText(name)} // its parts would be read with spaces between them
          className={
            comparison
              ? 'sr-only'
              : classNames(
                  'flex shrink-9 text-base font-semibold max-sm:contents full:flex-col-reverse full:text-sm full:leading-4',
                  name.length - owner.length > 12 ? 'min-w-24' : 'min-w-fit', // room for a short one would be a gap
                )
          }
        >
          <span
            className={classNames(
              'flex min-w-0',
              isBesideName
                ? 'max-sm:-order-1'
                : named
                  ? 'shrink-9999 max-sm:text-sm max-sm:font-normal full:font-normal full:text-muted'
                  : firstLine,
            )}
          >
            <OwnedName text={subject} owner={owner} whole={name} />
            {named && <span className="whitespace-pre max-sm:sr-only full:sr-only">{`${colon} `}</span>}
          </span>
          {named && <Name text={named} whole={name} className={`${firstLine} ${twoLines}`} />}
        </h1>
        {phoneEvent === null ? null : (
          <span
            className={classNames('text-sm whitespace-nowrap text-muted sm:hidden', isBesideName && '-order-1 grow')}
          >
            {phoneEvent}
          </span>
        )}
        {comparison ??
          summary.labels.map((label) => (
            <Badge key={label}>
              <Name text={label} className="max-w-32" />
            </Badge>
          ))}
        {hot}
        {/* The most important fact first: facts that do not fit wrap out of sight, and are behind the button. */}
        {presentFacts.length === 0 ? null : (
          <dl className="flex h-5 min-w-0 max-w-max flex-1 flex-wrap overflow-clip text-sm text-muted before:h-5 before:w-px max-sm:hidden">
            {presentFacts.map(([label, fact], index) => (
              <div key={label} data-fact="" className="flex whitespace-nowrap data-[fact=out]:sr-only">
                {index === 0 ? null : (
                  <span aria-hidden className="px-1.5 text-faint">
                    ·
                  </span>
                )}
                <dt className="sr-only">{label}</dt>
                <dd>{fact}</dd>
              </div>
            ))}
          </dl>
        )}
        {tools ? <tools.FitHeader /> : null}
        <LateMenu
          late={lateTools}
          isWanted={isShown}
          trigger={
            <IconButton
              label={about}
              size="small-icon"
              className={comparison ? '' : '-ml-1.5 max-sm:-order-1'}
              icon={Info}
            />
          }
        >
          {({ AboutPopover }, menu) => (
            <AboutPopover {...menu} title={about} summary={summary} baseline={baseline} provenance={provenance} />
          )}
        </LateMenu>
      </div>
      <div className="max-sm:self-start">
        <Foldaway label="Profile tools" className="lg:max-xl:flex-wrap">
          {children}
        </Foldaway>
      </div>
    </header>
  )
}

/** Classes of the first line of the header on a phone. */
const firstLine = 'max-sm:-order-1 max-sm:grow max-sm:basis-[calc(100%-2.25rem)]'
const twoLines = 'max-sm:line-clamp-2 max-sm:whitespace-normal max-sm:[overflow-wrap:anywhere]'

type Facts = readonly (readonly [label: string, fact: ReactNode])[]
