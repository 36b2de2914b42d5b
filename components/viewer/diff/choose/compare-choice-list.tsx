'use client'
import { useMemo } from 'react'
import { areOfOneService } from '../../../../lib/contract/comparable-profiles.ts'
import { dayMs, noService } from '../../../../lib/contract/constants.ts'
import type { ProfileSummary } from '../../../../lib/contract/profile.ts'
import { profileHeadline } from '../../../../lib/contract/profile-title.ts'
import { asProblem } from '../../../api/as-problem.ts'
import { createServiceHref } from '../../../links/service-href.ts'
import { Spinner } from '../../../ui/spinner.tsx'
import { AboutProfile, ChoiceLink, Choices } from './choice-link.tsx'
import { hasDeploy, createChoiceHref, orderByLikeness, suggestBaselines } from './compare-choices.ts'
import { callApi } from '../../../api/call-api.ts'
import { useTypedAnswer } from '../../../api/use-typed-answer.ts'
import { TextWithCode } from '../../../ui/text-with-code.tsx'

/** After the last key in the search for a profile to compare with, the library is asked: a debounce. */
const comparedTypingMs = 150

/** Profiles of the library, newest first, asked for as the query changes; nothing while it is null. */
function useLibrarySearch(query: string | null) {
  const found = useTypedAnswer(
    query,
    (asked, signal) => callApi(`/api/v1/profiles?${asked}`, { answer: 'libraryPage', signal }),
    comparedTypingMs,
  )
  return { profiles: found?.answer?.profiles ?? null, problem: found?.error ? asProblem(found.error) : null }
}

/** How far back the last deploy is looked for. */
const deployHistoryLength = 500
/** Profiles that a search in the menu of profiles to compare with lists; others are left out. */
const maxSearchResults = 20
/** Profiles of other services that the menu offers before a search, the most alike first. */
const maxOfOthers = 5
/** An import of many files does not hide the others. */
const newestAmongOthers = 200
/** The history of the service that is looked through ends so long after the profile itself. */
const soonMs = dayMs

interface ListProps {
  readonly summary: ProfileSummary
  readonly query: string
  readonly onChosen: () => void
}

/** Likely choices, and the other events of the same recording. */
export function LikelyChoices({
  summary,
  siblings,
  query,
  onChosen,
}: ListProps & { siblings: readonly ProfileSummary[] }) {
  const hasService = summary.service !== noService
  const history = useLibrarySearch(hasService ? historyQuery(summary) : null)
  const likely = useMemo(() => suggestBaselines(summary, history.profiles ?? []), [summary, history.profiles])
  const others = siblings.filter(({ id }) => id !== summary.id)
  return (
    <>
      {hasService ? (
        <Choices title="Same service">
          {likely.map(({ title, profile }) => (
            <ChoiceLink
              key={profile.id}
              href={createChoiceHref(summary, profile, query)}
              onChosen={onChosen}
              title={title}
              about={<AboutProfile profile={profile} isNamed />}
            />
          ))}
          {history.profiles && hasDeploy(history.profiles) ? (
            <ChoiceLink
              href={createServiceHref(summary.service, '/since-last-deploy', summary.event)}
              onChosen={onChosen}
              title="Newest since the last deploy"
              about="one address, always the newest two"
            />
          ) : null}
          <Waiting
            search={history}
            isEmpty={likely.length === 0}
            none="No other profile of this service and event yet."
          />
        </Choices>
      ) : null}
      {!hasService || history.profiles ? <OtherServices summary={summary} query={query} onChosen={onChosen} /> : null}
      {others.length > 0 ? (
        <Choices title="Same recording">
          <NamedChoices profiles={others} summary={summary} query={query} onChosen={onChosen} />
        </Choices>
      ) : null}
    </>
  )
}

/**
 * The likest of the newest of the same event: as often as with its own past, a service is compared with its copy beside
 * it.
 */
function OtherServices({ summary, query, onChosen }: ListProps) {
  const { event, service, id } = summary
  const found = useLibrarySearch(new URLSearchParams({ event, limit: String(newestAmongOthers) }).toString())
  const strangers = (found.profiles ?? []).filter((one) => one.id !== id && !areOfOneService(one, summary))
  const others = orderByLikeness(summary, strangers).slice(0, maxOfOthers)
  if (others.length === 0) return null
  return (
    <Choices title={service === noService ? 'Recent' : 'Recent of other services'}>
      <NamedChoices profiles={others} summary={summary} query={query} onChosen={onChosen} />
    </Choices>
  )
}

/** Gives the query for profiles from before this one, and soon after: another engine is often tried next. */
function historyQuery({ service, event, createdAt }: ProfileSummary): string {
  const query = { service, event, to: String(createdAt + soonMs), limit: String(deployHistoryLength) }
  return new URLSearchParams(query).toString()
}

/** Any profile of the library that has these words. */
export function SearchedChoices({ text, summary, query, onChosen }: ListProps & { text: string }) {
  const found = useLibrarySearch(new URLSearchParams({ q: text, limit: String(maxSearchResults) }).toString())
  const others = (found.profiles ?? []).filter(({ id }) => id !== summary.id)
  return (
    <Choices title="Found">
      <NamedChoices profiles={others} summary={summary} query={query} onChosen={onChosen} />
      <Waiting search={found} isEmpty={others.length === 0} none="No other profile has these words." />
    </Choices>
  )
}

function NamedChoices({ profiles, summary, query, onChosen }: ListProps & { profiles: readonly ProfileSummary[] }) {
  return profiles.map((profile) => (
    <ChoiceLink
      key={profile.id}
      href={createChoiceHref(summary, profile, query)}
      onChosen={onChosen}
      title={profileHeadline(profile)}
      about={<AboutProfile profile={profile} />}
    />
  ))
}

function Waiting({
  search: { profiles, problem },
  isEmpty,
  none,
}: {
  search: ReturnType<typeof useLibrarySearch>
  isEmpty: boolean
  none: string
}) {
  if (problem) {
    return (
      <li>
        <p role="alert" className="px-2 py-1 text-bad">
          <TextWithCode text={problem.title} />{' '}
          <span className="text-muted">
            <TextWithCode text={problem.remedy} />
          </span>
        </p>
      </li>
    )
  }
  if (profiles && !isEmpty) return null
  return (
    <li className="flex items-center gap-2 px-2 py-1 text-muted">
      {profiles ? (
        none
      ) : (
        <>
          <Spinner /> Looking …
        </>
      )}
    </li>
  )
}
