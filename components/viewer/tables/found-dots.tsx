/** A dot in the colour of each search that finds a frame: bit i of `mask` is search i. */
export function FoundDots({ mask, colours }: { mask: number; colours: readonly string[] }) {
  if (mask === 0) return null
  return (
    <span aria-hidden className="flex shrink-0 items-center gap-0.5">
      {colours.map((colour, search) =>
        (mask & (1 << search)) === 0 ? null : (
          <span key={search} className="size-2 rounded-full" style={{ background: colour }} />
        ),
      )}
    </span>
  )
}
