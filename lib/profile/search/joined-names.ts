/** Names one behind the other in lower case, so that a text is looked for in one long string instead of in 200,000 short ones. */
export interface JoinedNames {
  readonly text: string
  /** Where each name ends in the text. Between two names is a line feed. */
  readonly ends: Int32Array
}

const known = new WeakMap<readonly string[], JoinedNames>()

/** Made when names are first asked for, and kept as long as they are: somebody who searches types several letters. */
export function joinedNames(names: readonly string[]): JoinedNames {
  const joined = known.get(names) ?? joinNames(names)
  known.set(names, joined)
  return joined
}

function joinNames(names: readonly string[]): JoinedNames {
  const ends = new Int32Array(names.length)
  let end = -1
  for (let index = 0; index < names.length; index++) ends[index] = end += 1 + names[index]!.length
  const text = names.join('\n').toLowerCase()
  // A few letters, as the Turkish capital I with a dot, are longer in lower case: then all have to be measured again.
  if (text.length === Math.max(0, end)) return { text, ends }
  const lower = names.map((name) => name.toLowerCase())
  end = -1
  for (let index = 0; index < lower.length; index++) ends[index] = end += 1 + lower[index]!.length
  return { text: lower.join('\n'), ends }
}
