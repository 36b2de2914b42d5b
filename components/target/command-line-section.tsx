'use client'
import { Eye } from 'lucide-react'
import { useState } from 'react'
import type { Target } from '../../lib/contract/target.ts'
import { useMay } from '../access/use-may.tsx'
import { callApi } from '../api/call-api.ts'
import { Button } from '../ui/button.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { Name } from '../ui/name.tsx'
import { Section } from '../ui/section.tsx'
import { showProblem } from '../ui/toast.tsx'

/**
 * The arguments a JVM was started with, one a line: without their values until a user who may profile asks for them.
 */
export function CommandLineSection({ target }: { target: Target }) {
  const may = useMay()
  const [shown, setShown] = useState<readonly string[] | null>(null)
  const show = (): void => {
    callApi(`/api/v1/targets/${target.id}/arguments`, { answer: 'shownArguments' }).then(
      (answer) => setShown(answer.arguments),
      showProblem,
    )
  }
  const parts = shown ?? target.jvm.arguments
  const button = (
    <Button size="small" icon={Eye} onClick={show} title="Secrets stay masked. The audit log has who asked.">
      Show values
    </Button>
  )
  return (
    <Section id="command-line" title="Command line" actions={shown === null && may('capture') ? button : null}>
      <div className="relative rounded-md border border-line bg-sunken">
        <div className="absolute top-1 right-1">
          <CopyButton text={parts.join(' ')} label="Copy command line" />
        </div>
        <ol className="max-h-96 overflow-y-auto py-2 pr-10 pl-3" tabIndex={0} aria-label="Command line">
          {parts.map((part, index) => (
            <li key={index} className="py-0.5 leading-5">
              <Name text={part} mono wrap />
            </li>
          ))}
        </ol>
      </div>
    </Section>
  )
}
