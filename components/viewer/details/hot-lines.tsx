'use client'
import { createSourceLink } from '../../../lib/profile/names/source-link.ts'
import type { HotLine } from '../../../lib/profile/tree/hot-lines.ts'
import { formatShare } from '../../../lib/profile/format/units.ts'
import { useSourceTemplate } from './source-button.tsx'

/**
 * `line 42 12% · line 57 4%`: lines of a Java method with their shares of `all`, which `whole` names; links where the
 * person's sources have lines.
 */
export function HotLines({
  name,
  lines,
  all,
  whole,
}: {
  name: string
  lines: readonly HotLine[]
  all: number
  whole: string
}) {
  const [template] = useSourceTemplate()
  return (
    <span title={`Lines of this method where samples ended, wherever in the graph, with their shares of ${whole}`}>
      {lines.map(({ line, weight }, index) => {
        const link = template.includes('{line}') ? createSourceLink(template, 'java', name, line) : null
        return (
          <span key={line}>
            {index > 0 ? '\u00a0· ' : null}
            <span className="whitespace-nowrap">
              {link === null ? (
                `line ${line}`
              ) : (
                <a href={link} target="_blank" rel="noreferrer noopener" title={link} className="underline">
                  line {line}
                </a>
              )}{' '}
              <span className="ml-0.5 font-medium">{formatShare(all === 0 ? 0 : weight / all)}</span>
            </span>
          </span>
        )
      })}
    </span>
  )
}
