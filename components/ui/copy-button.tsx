'use client'
import { Check, Copy } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Button, type ButtonVariant } from './button.tsx'
import { copyText } from './copy-text.ts'
import { IconButton } from './icon-button.tsx'

/** How long a button says that it copied. */
const copiedMs = 2000

/** Puts `text` on the clipboard and says so for a moment. With a `caption` a button with text, else only an icon. */
export function CopyButton({
  text,
  label,
  caption,
  variant = 'ghost',
  ...rest
}: {
  text: string
  /** Label that says what is copied: "Copy command". */
  label: string
  caption?: string
  variant?: ButtonVariant
  /** Whether it gets the focus when it appears for a button that was pressed, see keep-focus.ts. */
  'data-autofocus'?: boolean | undefined
}) {
  const [outcome, setOutcome] = useState<'idle' | 'copied' | 'refused'>('idle')
  useEffect(() => {
    if (outcome === 'idle') return
    const timer = setTimeout(() => setOutcome('idle'), copiedMs)
    return () => clearTimeout(timer)
  }, [outcome])

  // Where the browser forbids it, the text is on the screen to be selected.
  const copy = () => void copyText(text).then((isCopied) => setOutcome(isCopied ? 'copied' : 'refused'))
  const Icon = outcome === 'copied' ? Check : Copy
  const outcomeLabel = { idle: label, copied: 'Copied', refused: 'The browser refused: select the text and copy it' }[
    outcome
  ]
  if (caption === undefined) {
    return (
      <>
        <IconButton label={outcomeLabel} variant={variant} size="small-icon" onClick={copy} icon={Icon} {...rest} />
        <span role="status" className="sr-only">
          {outcome === 'idle' ? '' : outcomeLabel}
        </span>
      </>
    )
  }
  return (
    <>
      <Button variant={variant} onClick={copy} icon={Icon} {...rest}>
        {outcome === 'idle' ? caption : outcomeLabel}
      </Button>
      <span role="status" className="sr-only">
        {outcome === 'idle' ? '' : outcomeLabel}
      </span>
    </>
  )
}
