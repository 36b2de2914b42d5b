/**
 * Masks what looks like a secret in command lines and labels, before they leave the collector. Rather too much than too
 * little. Every pattern is bounded, so that a hostile text of any length costs linear time.
 */

const mask = '***'

/** Parts of a name that make its value a secret. */
const secretWord =
  'pass(?:word|wd|phrase)?|pwd|secret|token|credential|auth(?!or)|api-?_?key|access-?_?key|private-?_?key|key'
const secretName = new RegExp(secretWord, 'i')
/** `password=x`, `"api_key": "x"`, also inside an agent's options or the query of a URL. */
const assignment = new RegExp(
  `((?:${secretWord})[\\w.-]{0,64}["']?\\s{0,4}[=:]\\s{0,4}["']?)([^\\s,;&"'*][^\\s,;&"']*)`,
  'gi',
)

const shapes: readonly (readonly [RegExp, string])[] = [
  [/-----BEGIN [A-Z ]{0,32}PRIVATE KEY-----[^]*?(?:-----END [A-Z ]{0,32}PRIVATE KEY-----|$)/g, mask],
  [/([a-z][a-z0-9+.-]{1,20}:\/\/)[^\s/]{1,512}@/gi, `$1${mask}@`], // user and password of a URL, an @ in it too
  [/(jdbc:oracle:\w{1,10}:)[^\s/@]{1,128}\/[^\s@]{1,128}@/gi, `$1${mask}@`],
  [/\b(Bearer|Basic)\s{1,4}[\w+/=.~-]{8,}/gi, `$1 ${mask}`],
  [/\beyJ[\w-]{8,}(?:\.[\w-]*){0,4}/g, mask], // JWT
  [/\b(?:AKIA|ASIA|AROA|AIDA)[A-Z0-9]{12,}/g, mask], // AWS
  [/\b(?:gh[pousr]_|github_pat_|glpat-|xox[abeoprs]-|sk-|sk_live_|rk_live_|AIza|npm_|dckr_pat_|hf_)[\w-]{12,}/g, mask],
]

/** One text without what it has of secrets. */
export function maskText(text: string): string {
  let masked = text
  for (const [pattern, by] of shapes) masked = masked.replace(pattern, by)
  return masked.replace(assignment, `$1${mask}`)
}

/** A value that has a name: a label, an environment variable. */
export function maskValue(name: string, value: string): string {
  return secretName.test(name) && value !== '' ? mask : maskText(value)
}

/** A command line, also pairs such as `--password hunter2`. */
export function maskArguments(args: readonly string[]): string[] {
  return args.map((arg, index) => {
    const [, name, value] = /^(--?[\w.-]{1,256}[=:])([^]*)$/.exec(arg) ?? []
    if (
      name !== undefined &&
      !name.startsWith('-XX:') &&
      !name.startsWith('-javaagent:') &&
      !name.startsWith('-agent')
    ) {
      return name + maskValue(name, value!)
    }
    return isSecretPair(args[index - 1], arg) ? mask : maskText(arg)
  })
}

function isSecretPair(before: string | undefined, arg: string): boolean {
  return before !== undefined && /^--?[\w.-]{1,256}$/.test(before) && secretName.test(before) && !arg.startsWith('--')
}
