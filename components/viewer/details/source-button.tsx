'use client'
import { FileCode2 } from 'lucide-react'
import { useState } from 'react'
import type { FrameKind } from '../../../lib/profile/model/profile.ts'
import { validateTemplate, createSourceLink, type SourceTemplate } from '../../../lib/profile/names/source-link.ts'
import { useStored } from '../../ui/browser-storage.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { TextField } from '../../ui/text-field.tsx'

const key = 'hearth-source-template'
const example = 'https://git.example/shop/blob/main/src/main/java/{path}#L{line}'

/** Gives where this person's sources are: kept in the browser, in no link. Empty until they said so. */
export function useSourceTemplate(): [SourceTemplate, (template: SourceTemplate) => void] {
  const [stored, store] = useStored(key)
  return [stored ?? '', store]
}

/**
 * Links a Java frame to its source, at `line` where the template has one, once the person has said where their sources
 * are.
 */
export function SourceButton({ name, kind, line }: { name: string; kind: FrameKind; line: number | null }) {
  const [template, storeTemplate] = useSourceTemplate()
  const [isAsking, setAsking] = useState(false)
  if (kind !== 'java') return null
  const link = createSourceLink(template, kind, name, line)
  return (
    <>
      {link === null ? (
        <IconButton label="Open the source …" size="small-icon" onClick={() => setAsking(true)} icon={FileCode2} />
      ) : (
        <span className="contents">
          <a
            href={link}
            target="_blank"
            rel="noreferrer noopener"
            title={link}
            data-testid="source-link"
            className={buttonClass({ variant: 'ghost', size: 'small' })}
          >
            <FileCode2 size={14} aria-hidden />
            Source
          </a>
          <Button variant="ghost" size="small" onClick={() => setAsking(true)}>
            Where …
          </Button>
        </span>
      )}
      {isAsking ? <TemplateDialog template={template} onKeep={storeTemplate} onClose={() => setAsking(false)} /> : null}
    </>
  )
}

function TemplateDialog({
  template,
  onKeep,
  onClose,
}: {
  template: string
  onKeep: (template: string) => void
  onClose: () => void
}) {
  const [text, setText] = useState(template)
  const problem = text === '' ? null : validateTemplate(text)
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Where your sources are"
      about="An address with {path}, {file}, {class}, {package} or {method} in it, and {line} where a line goes. It stays in this browser."
      onSubmit={() => {
        if (problem !== null) return
        onKeep(text)
        onClose()
      }}
    >
      <label className="flex flex-col gap-1">
        Address
        <TextField
          value={text}
          placeholder={example}
          aria-invalid={problem === null ? undefined : true}
          aria-describedby="source-template-problem"
          onChange={(event) => setText(event.target.value)}
        />
      </label>
      <p id="source-template-problem" role="status" className="min-h-5 text-sm text-bad">
        {problem}
      </p>
      <Button type="submit" variant="primary" disabled={problem !== null} className="self-end">
        Keep
      </Button>
    </Dialog>
  )
}
