/** A folded file may hold frames without a name; nothing would show nothing. */
export function shownName(name: string): string {
  return name === '' ? '(empty name)' : name
}
