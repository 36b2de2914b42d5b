/** The colour that a frame has in the graph. */
export function ColourSquare({ colour }: { colour: string }) {
  return <span aria-hidden className="size-2.5 shrink-0 rounded-[2px]" style={{ background: colour }} />
}
