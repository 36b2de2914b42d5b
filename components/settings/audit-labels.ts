import { capitalise } from '../../lib/profile/format/capitalise.ts'

/** The id of an operation as words: `makeSignInLink` is `Make sign in link`. */
export function formatAction(action: string): string {
  return capitalise(action.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`))
}

/** `name nightly · scopes read capture`; ids are last, since people look for names. */
export function formatDetails(details: Readonly<Record<string, string>>): string {
  const isId = ([name]: [string, string]): number => (name === 'id' ? 1 : 0)
  return Object.entries(details)
    .toSorted((a, b) => isId(a) - isId(b))
    .map((pair) => pair.join(' '))
    .join(' · ')
}
