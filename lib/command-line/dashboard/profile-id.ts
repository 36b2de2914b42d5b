/** How commands name a profile of a dashboard. */
import { Problem } from '../../errors.ts'

/** An id, or where a link of the dashboard leads. Throws: Problem `invalid-request`. */
export function readProfileId(text: string): string {
  const id = /(?:^|\/profiles\/)([0-9a-f]{32})(?:[?#/]|$)/.exec(text)?.[1]
  if (id === undefined)
    throw new Problem('invalid-request', { what: `${text} is no file, and no profile's id or link` })
  return id
}

/** `last-deploy`, or as readProfileId. */
export function readBaseline(text: string): string {
  return text === 'last-deploy' ? text : readProfileId(text)
}
