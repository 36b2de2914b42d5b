'use client'
import { createLate, useLate } from './late.ts'
import { TextWithCode } from './text-with-code.tsx'

/** Its button and tooltip are not for the first scripts of a viewer; without them the command can be read. */
const lateCommand = createLate(() => import('./command.tsx').catch(() => null))

/** What to do; a command that ends it, `Build it once: \`npx hearth build-helper\``, is ready to copy. */
export function Remedy({ text }: { text: string }) {
  const [, before = text, command] = /^(.*:) `([^`]+)`$/s.exec(text) ?? []
  const late = useLate(lateCommand, command !== undefined)
  return (
    <>
      <p className="text-muted">
        <TextWithCode text={before} />
      </p>
      {command === undefined ? null : late === null ? (
        <code className="font-mono text-xs">{command}</code>
      ) : (
        <late.Command text={command} />
      )}
    </>
  )
}
