/**
 * Masks what looks like a secret in command lines and labels, before they leave the collector. Rather too much than too
 * little. Every pattern is bounded, so that a hostile text of any length costs linear time.
 */

const mask = '***'

/** Parts of a name that make its value a secret. */
const secretWord =
  'pass(?:word|wd|phrase)?|pwd|secret|token|credential|auth(?!or)|api-?_?key|access-?_?key|private-?_?key|key'
const secretName = new RegExp(secretWord, 'i')
/** Too short to be looked for inside of other words: `spring.datasource.pw`, not `pwm.enabled`. */
const secretSegment = /(?:^|[._-])(?:pw|pin|otp|bearer|sig|signature|salt|encryptor|passcode)$/i
const isSecretName = (name: string): boolean => secretName.test(name) || secretSegment.test(name)
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
  const isSecret = isSecretName(name) || looksRandom(value)
  return isSecret && value !== '' ? mask : maskText(value)
}

const randomText = /^(?=.*[a-z])(?=.*[A-Z])(?=.*\d)[\w+/=-]{24,512}$/
/** A key of base64 has about 5 bits a character, words and paths less than 4. */
const randomBits = 4

/** A value that no person would have written. */
function looksRandom(value: string): boolean {
  if (!randomText.test(value)) return false
  const counts = Map.groupBy(value, (letter) => letter)
  const bits = [...counts.values()].reduce((sum, { length }) => {
    const share = length / value.length
    return sum - share * Math.log2(share)
  }, 0)
  return bits >= randomBits
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
      return name + maskValue(name.replace(/^-+D?|[=:]$/g, ''), value!)
    }
    return maskAfter(args[index - 1], arg)
  })
}

/** An argument by the option before it: `--password hunter2`, `-p hunter2` but not `-p 8080`, `-u app:hunter2`. */
function maskAfter(before: string | undefined, arg: string): string {
  if (before === undefined || arg.startsWith('--') || !/^--?[\w.-]{1,256}$/.test(before)) return maskText(arg)
  if (isSecretName(before.replace(/^-+/, ''))) return mask
  if (before === '-p' && !/^\d{1,5}$/.test(arg)) return mask
  const [, user] = /^(?:-u|--user)$/.test(before) ? (/^([^\s:/]{1,128}:)[^\s]/.exec(arg) ?? []) : []
  return user === undefined ? maskText(arg) : user + mask
}
