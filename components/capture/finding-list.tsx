import { CircleSlash, Info, TriangleAlert } from 'lucide-react'
import type { Finding } from '../../lib/findings.ts'
import { Command } from '../ui/command.tsx'
import { Name } from '../ui/name.tsx'
import { Remedy } from '../ui/remedy.tsx'
import { TextWithCode } from '../ui/text-with-code.tsx'

const levels = {
  blocked: { Icon: CircleSlash, word: 'Blocks', tone: 'text-bad' },
  degraded: { Icon: TriangleAlert, word: 'Degrades', tone: 'text-warn' },
  note: { Icon: Info, word: 'Note', tone: 'text-muted' },
}

/** Findings of the doctor, each with its level, title, evidence, remedy, and command. */
export function FindingList({ findings }: { findings: readonly Finding[] }) {
  if (findings.length === 0) return null
  return (
    <ul className="flex flex-col gap-3">
      {findings.map((finding, index) => {
        const { Icon, word, tone } = levels[finding.level]
        return (
          <li key={`${finding.code} ${index}`} className="flex gap-2">
            <Icon size={16} aria-hidden className={`mt-0.5 shrink-0 ${tone}`} />
            <div className="flex min-w-0 flex-1 flex-col gap-1">
              <p>
                <span className={`mr-1.5 font-medium ${tone}`}>{word}</span>
                <TextWithCode text={finding.title} />
              </p>
              {finding.evidence ? (
                <p className="text-faint">
                  <Name text={finding.evidence} mono wrap />
                </p>
              ) : null}
              <Remedy text={finding.remedy} />
              {finding.command ? <Command text={finding.command} /> : null}
            </div>
          </li>
        )
      })}
    </ul>
  )
}
