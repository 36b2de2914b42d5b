/** What the pattern worker is told: the names to search from now on, or a pattern. Its answer is `started`, then 1 for each name found. */
export type PatternRequest =
  { readonly names: readonly string[] } | { readonly pattern: string; readonly caseSensitive: boolean }
