import { getEngineLabel, getEventLabel } from '../../lib/contract/engines.ts'
import { givenName, simpleHotMethod } from '../../lib/contract/profile-title.ts'
import { findSearchTerm, searchFields, splitSearchTerms } from '../../lib/contract/search-fields.ts'
import { simpleName } from '../../lib/profile/names/names.ts'
import { shortImage } from '../../lib/profile/names/short-names.ts'
import { type CaptureRow, leadOf } from './capture-rows.ts'

interface Match {
  /** Name of the field: `host`. */
  readonly title: string
  readonly value: string
}

/** Letters that stand before the match in a value that is cut. */
const lettersBefore = 12

/** Why a row was found, for each word of a search that none of its cells shows. */
export function explainMatch(row: CaptureRow, search: string): readonly Match[] {
  const terms = splitSearchTerms(search)
  if (terms.length === 0) return []
  const shown = textOf(row)
  const found = row.events.filter(({ id }) => row.found.has(id))
  const values = searchFields.flatMap(({ title, valuesOf }) =>
    found.flatMap(valuesOf).map((value) => ({ title, value: value ?? '' })),
  )
  const matches = terms.flatMap((term) => {
    const match = shown.includes(term) ? undefined : values.find(({ value }) => findSearchTerm(value, term) >= 0)
    return match ? [cutBefore(match, term)] : []
  })
  // Where two words are in one field, the first says it.
  return matches.filter(({ title }, at) => matches.findIndex((other) => other.title === title) === at)
}

/** What the cells of a row show, in lower case. An event and an engine show as their titles. */
function textOf(row: CaptureRow): string {
  const lead = leadOf(row)
  const { service, image, topMethod } = lead
  return [
    ...[givenName(lead), simpleHotMethod(lead) ?? (topMethod && simpleName(topMethod.name)), service],
    image && shortImage(image),
    ...row.events.flatMap(({ event, engine, labels }) => [
      ...[event, getEventLabel(event), engine, getEngineLabel(engine), ...labels],
    ]),
  ]
    .join('\n')
    .toLowerCase()
}

function cutBefore({ title, value }: Match, term: string): Match {
  const from = findSearchTerm(value, term) - lettersBefore
  return { title, value: from > lettersBefore ? `…${value.slice(from)}` : value }
}
