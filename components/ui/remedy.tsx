import { Command } from './command.tsx'
import { TextWithCode } from './text-with-code.tsx'

/** Shows a remedy; a command that ends it, `Build it once: \`npx hearth build-helper\``, is ready to copy. */
export function Remedy({ text }: { text: string }) {
  const [, before = text, command] = /^(.*:) `([^`]+)`$/s.exec(text) ?? []
  return (
    <>
      <p className="text-muted">
        <TextWithCode text={before} />
      </p>
      {command === undefined ? null : <Command text={command} />}
    </>
  )
}
