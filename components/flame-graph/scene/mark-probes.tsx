import { markKinds, markText } from './mark-colours.ts'

/** Elements whose colours readMarkColours reads. */
export function MarkProbes() {
  return (
    <span hidden>
      {markKinds.map((kind) => (
        <span key={kind} data-mark={kind} className={markText[kind]} />
      ))}
    </span>
  )
}
