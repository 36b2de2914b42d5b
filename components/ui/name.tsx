import { Fragment, type ReactNode } from 'react'
import { classNames } from './class-names.ts'
import { visiblePieces, visibleText } from '../../lib/profile/view/visible-text.ts'

/** Characters that the page has of a name: on one or two lines, and where it wraps. */
const mostNameChars = 400
const mostWrappedNameChars = 20_000

/**
 * Any text that came out of a container: shown as text, on one line or two, cut with an ellipsis, the whole of it in
 * the title. Characters that cannot be seen show as marks, so that no name can pass for another.
 */
export function Name({
  text,
  mono = false,
  lines = 1,
  wrap = false,
  whole = text,
  className,
}: {
  text: string
  /** Text of the title, when `text` is only a part of it. */
  whole?: string
  mono?: boolean
  /** Two where its end tells it from others, and one may cut it. */
  lines?: 1 | 2
  /** Show all of it on as many lines as it takes. */
  wrap?: boolean
  className?: string
}) {
  return (
    <bdi
      dir="ltr"
      title={wrap ? undefined : visibleText(whole)}
      className={classNames(
        'min-w-0 max-w-full',
        wrap ? 'break-words' : lines === 2 ? 'line-clamp-2 [overflow-wrap:anywhere]' : 'truncate',
        mono && 'font-mono text-xs [font-variant-ligatures:none]',
        className,
      )}
    >
      {visiblePieces(text, wrap ? mostWrappedNameChars : mostNameChars).map((piece, index) =>
        piece.isMark ? (
          <span
            key={index}
            className="mx-px rounded-[3px] border border-bad/50 px-0.5 font-mono text-[0.75em] text-bad"
          >
            {piece.text}
          </span>
        ) : (
          <Fragment key={index}>{wrap ? breakName(piece.text) : piece.text}</Fragment>
        ),
      )}
    </bdi>
  )
}

/** A word of more characters may be wider than its column: then it goes on after a dot or before a capital. */
const longWord = /\S{20,}/g
const wordBreaks = /(?<=[./$])(?=\w)|(?<=[a-z0-9])(?=[A-Z])/

/** Text with the places at which a name in it goes on in the next line. */
function breakName(text: string): ReactNode {
  const parts = text.replace(longWord, (word) => word.split(wordBreaks).join('\u200b')).split('\u200b')
  return parts.map((part, index) => (
    <Fragment key={index}>
      {index === 0 ? null : <wbr />}
      {part}
    </Fragment>
  ))
}
