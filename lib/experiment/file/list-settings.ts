/** What an experiment.yaml says, key by key, to be compared with another one. */
import type { ExperimentText } from './experiment-schema.ts'

export type Settings = Readonly<Record<string, string>>

/** JSON of what is no map, by its keys: `load.seconds`. */
export function listSettings(text: ExperimentText): Settings {
  return Object.fromEntries(flatten(text, ''))
}

/** Keys whose values may be secrets: passwords of databases, tokens in commands. */
const mayBeSecret = /(?:^|\.)(?:env|build_args|compose_env|properties|command)(?:\.|$)/

/** Settings that all users who see profiles may see: none that may be a secret. */
export function listShownSettings(text: ExperimentText): Settings {
  return Object.fromEntries(flatten(text, '').filter(([key]) => !mayBeSecret.test(key)))
}

function flatten(value: unknown, key: string): [string, string][] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [[key, JSON.stringify(value)]]
  return Object.entries(value).flatMap(([name, one]) =>
    one === undefined ? [] : flatten(one, key === '' ? name : `${key}.${name}`),
  )
}
