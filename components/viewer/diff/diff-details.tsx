'use client'
import { useMemo } from 'react'
import { describeNode, stackOfNode } from '../details/describe-frame.ts'
import { DetailsFact, FrameDetails } from '../details/frame-details.tsx'
import { notesAt } from '../notes/note-positions.ts'
import { NotesHere } from '../notes/frame-notes.tsx'
import { describeDelta } from './format-delta.ts'
import type { Diff } from './use-diff.ts'
import type { Viewer } from '../state/use-viewer.ts'

/** The selected frame as text, on both sides, with the interval in which the change lies. */
export function DiffDetails({ viewer, diff }: { viewer: Viewer; diff: Diff }) {
  const { drawn, here, drawing, notes, notePlaces, unit } = viewer
  const stack = useMemo(() => stackOfNode(drawn, here), [drawn, here])
  const words = diff.wordsOf(here)
  const otherKind = diff.delta === 'total' ? 'self' : 'total'
  const other = describeDelta(diff.sides, here, otherKind, null, diff.units)
  return (
    <>
      <p role="status" className="sr-only">
        {drawing.selected >= 0 ? diff.lineOf(here) : ''}
      </p>
      <FrameDetails
        words={describeNode(drawn, here, drawing.zoomNode, drawing.range)}
        stack={stack}
        unit={unit}
        tiers={[]}
        notes={<NotesHere notes={notesAt(notes.notes, notePlaces, here)} onEdit={notes.canWrite ? notes.edit : null} />}
        facts={
          <>
            <DetailsFact says={`${diff.delta} before`}>{words.before}</DetailsFact>
            <DetailsFact says="after">{words.after}</DetailsFact>
            <DetailsFact says="change">
              {words.delta} ({words.ratio})
            </DetailsFact>
            {words.interval === '' ? null : <DetailsFact says="95 % interval">{words.interval}</DetailsFact>}
            {words.verdict === '' ? null : <DetailsFact says="noise">{words.verdict}</DetailsFact>}
            <DetailsFact says={`${otherKind} change`}>{other.delta}</DetailsFact>
            <DetailsFact says="weight">{words.weights}</DetailsFact>
          </>
        }
      />
    </>
  )
}
