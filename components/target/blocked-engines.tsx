'use client'
import { ShieldAlert } from 'lucide-react'
import Link from 'next/link'
import { useState } from 'react'
import type { Block } from '../../lib/contract/doctor.ts'
import { listRolesWith } from '../access/role-labels.ts'
import { useMay } from '../access/use-may.tsx'
import { callApi } from '../api/call-api.ts'
import type { Answer } from '../api/load-answers.ts'
import { useRead } from '../api/use-read.ts'
import { engineTable } from '../../lib/contract/engines.ts'
import { Ago } from '../live/use-now.tsx'
import { ReadProblem } from '../read-problem.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog, DialogActions } from '../ui/dialog.tsx'
import { Name } from '../ui/name.tsx'
import { showProblem, showToast } from '../ui/toast.tsx'
import { visibleText } from '../../lib/profile/view/visible-text.ts'

/** Gives the engines that the breaker blocks, null until the collector has answered, and what clears a block. */
export function useBlocks() {
  const { value, put, problem, retry } = useRead<Answer<'blocks'>>(
    '/blocks',
    () => '',
    (signal) => callApi('/api/v1/blocks', { answer: 'blocks', signal }),
  )
  const clear = ({ id, engine, label }: Block) => {
    callApi(`/api/v1/blocks/${id}`, { method: 'DELETE', answer: 'blocks' }).then((answer) => {
      put(() => answer)
      showToast({ text: `${engineTable[engine].title} may be used on ${visibleText(label)} again.` })
    }, showProblem)
  }
  return { blocks: value?.blocks ?? null, problem, retry, clear }
}

/** Engines that are blocked since a JVM died soon after they recorded it; each with a button that clears the block. */
export function BlockList({ blocks, onClear }: { blocks: readonly Block[]; onClear: (block: Block) => void }) {
  const [asked, setAsked] = useState<Block | null>(null)
  const may = useMay()
  return (
    <>
      <ul
        aria-label="Blocked engines"
        className="divide-y divide-warn/25 rounded-md border border-warn/40 bg-warn-wash"
      >
        {blocks.map((block) => (
          <li key={block.id} className="flex flex-wrap items-start gap-x-3 gap-y-2 px-4 py-2.5">
            <ShieldAlert size={16} aria-hidden className="mt-0.5 shrink-0 text-warn" />
            <div className="min-w-60 flex-1">
              <p>
                <span className="font-medium">{engineTable[block.engine].title}</span> is not used on{' '}
                <Name text={block.label} mono whole={block.subject} /> any more
              </p>
              <p className="text-muted">
                A JVM died soon after its use: <Name text={block.reason} wrap />, <Ago at={block.at} />.
                {block.captureId === null ? null : (
                  <>
                    {' '}
                    <Link href={`/captures/${block.captureId}`} prefetch={false} className="underline">
                      The capture
                    </Link>
                  </>
                )}
              </p>
            </div>
            {may('admin') ? (
              <Button
                size="small"
                aria-label={`Clear the block of ${engineTable[block.engine].title} on ${visibleText(block.label)}`}
                onClick={() => setAsked(block)}
              >
                Clear
              </Button>
            ) : null}
          </li>
        ))}
      </ul>
      {asked ? (
        <Dialog
          open
          onOpenChange={() => setAsked(null)}
          title={`Use ${engineTable[asked.engine].title} on ${visibleText(asked.label)} again?`}
          about="If it was the engine that killed the JVM, it may do so again. Look at the reason first; another engine may do."
        >
          <p className="mb-4">
            <Name text={asked.reason} wrap />
          </p>
          <DialogActions>
            <Button onClick={() => setAsked(null)}>Keep it blocked</Button>
            <Button
              variant="danger"
              onClick={() => {
                onClear(asked)
                setAsked(null)
              }}
            >
              Use it again
            </Button>
          </DialogActions>
        </Dialog>
      ) : null}
    </>
  )
}

/** Blocked engines of one image or main class, by any of its names; nothing where none is blocked. */
export function BlocksOfSubjects({ subjects }: { subjects: readonly (string | null)[] }) {
  const { blocks, clear } = useBlocks()
  const ours = (blocks ?? []).filter((block) => subjects.includes(block.subject))
  return ours.length === 0 ? null : <BlockList blocks={ours} onClear={clear} />
}

/** All blocked engines, for the settings. */
export function AllBlocks() {
  const may = useMay()
  const { blocks, problem, retry, clear } = useBlocks()
  if (problem) return <ReadProblem problem={problem} onRetry={retry} />
  if (blocks === null) return <p className="text-muted">Asking the collector …</p>
  if (blocks.length > 0) return <BlockList blocks={blocks} onClear={clear} />
  return (
    <p className="text-muted">
      None. When a JVM dies within a minute of an attach, Hearth stops using that engine on its image until{' '}
      {may('admin') ? 'someone clears it here' : `one of the ${listRolesWith('admin')} clears it`}.
    </p>
  )
}
