export type SearchParams = Record<string, string | string[] | undefined>

/** The query as it stood in the address, from what Next hands to a page. */
export function toQueryString(params: SearchParams): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(params)) {
    for (const one of [value ?? []].flat()) query.append(name, one)
  }
  return query.toString()
}
