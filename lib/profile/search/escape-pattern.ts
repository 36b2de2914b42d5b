/** Escapes a text so that a regular expression between slashes finds it as it stands: `a.b/c` becomes `a\.b\/c`. */
export function escapePattern(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
}
