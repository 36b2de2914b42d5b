import type { Readiness } from '../../lib/contract.ts'
import { engineTitles } from '../capture/capture-labels.ts'
import { FindingList } from '../capture/finding-list.tsx'
import { worstFirst } from '../capture/readiness.ts'
import { LevelMark, levels } from './level-mark.tsx'

/** What a look from outside says of each engine; nothing was signalled for it. */
export function SeenFromOutside({ readiness }: { readiness: readonly Readiness[] }) {
  if (readiness.length === 0) return <p className="text-muted">No engine has looked at it yet.</p>
  return (
    <ul className="border-t border-line">
      {readiness.map(({ engine, level, findings }) => (
        <li
          key={engine}
          data-engine={engine}
          className="grid gap-x-6 gap-y-2 border-b border-line py-2.5 md:grid-cols-[14rem_minmax(0,1fr)]"
        >
          <h3 className="flex h-5 items-center gap-2 font-medium">
            <LevelMark level={level} size={16} />
            {engineTitles[engine]}
            <span className={`text-sm font-normal ${levels[level].tone}`}>{levels[level].text}</span>
          </h3>
          {findings.length > 0 ? (
            <FindingList findings={worstFirst(findings)} />
          ) : (
            <p className="text-muted">Nothing stands in the way.</p>
          )}
        </li>
      ))}
    </ul>
  )
}
