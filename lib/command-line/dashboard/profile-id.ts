/** How commands name a profile of a dashboard. */
import { Problem } from '../../errors.ts'

/** Of an id, or of where a link of the dashboard leads; null for anything else. */
export function findProfileId(text: string): string | null {
  return /(?:^|\/profiles\/)([0-9a-f]{32})(?:[?#/]|$)/.exec(text)?.[1] ?? null
}

/** Throws: Problem `invalid-request`. */
export function readProfileId(text: string): string {
  const id = findProfileId(text)
  if (id === null) throw new Problem('invalid-request', { what: `${text} is no profile's id or link` })
  return id
}

const lastDeploy = 'last-deploy'

export function isBaseline(text: string): boolean {
  return text === lastDeploy || findProfileId(text) !== null
}

/** `last-deploy`, or as readProfileId. */
export function readBaseline(text: string): string {
  return text === lastDeploy ? text : readProfileId(text)
}
