'use client'
import { Upload } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { useEffect, useRef, useState } from 'react'
import { asProblem } from '../api/as-problem.ts'
import { useReportProfile } from '../live/use-live.tsx'
import { ProblemView, type ShownProblem } from '../problem-view.tsx'
import { Button } from '../ui/button.tsx'
import { Name } from '../ui/name.tsx'
import { ProgressBar } from '../ui/progress-bar.tsx'
import { formatBytes } from '../units.ts'
import { uploadProfile } from './upload-profile.ts'
import { useFileDrop } from './use-file-drop.ts'

interface Import {
  readonly file: File
  /** 0 to 1 of the way up; 1 while the server reads. */
  readonly share: number
  readonly controller: AbortController
}

/** Takes a recording from elsewhere: chosen, or dropped anywhere on the page. Opens it when it is read. */
export function useImport() {
  const router = useRouter()
  const report = useReportProfile()
  const [running, setRunning] = useState<Import | null>(null)
  const [problem, setProblem] = useState<ShownProblem | null>(null)
  const controller = running?.controller
  useEffect(() => () => controller?.abort(), [controller])

  const start = async (file: File) => {
    const started: Import = { file, share: 0, controller: new AbortController() }
    setProblem(null)
    setRunning(started)
    try {
      const profile = await uploadProfile(file, (share) => setRunning({ ...started, share }), started.controller.signal)
      report(profile)
      router.push(`/profiles/${profile.id}`)
    } catch (error) {
      if (!started.controller.signal.aborted) setProblem(asProblem(error))
    }
    setRunning(null)
  }
  const isOver = useFileDrop((file) => void start(file))
  return { running, problem, isOver, start: (file: File) => void start(file), dismiss: () => setProblem(null) }
}

export function ImportButton({ look, onFile }: { look: 'primary' | 'secondary'; onFile: (file: File) => void }) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <Button look={look} onClick={() => input.current?.click()}>
        <Upload size={14} aria-hidden />
        Import a recording
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        aria-label="Recording to import"
        onChange={(event) => {
          const file = event.target.files?.[0]
          event.target.value = '' // so that the same file can be chosen again
          if (file) onFile(file)
        }}
      />
    </>
  )
}

/** How far an import is, or why it did not work. */
export function ImportState({ running, problem, isOver, dismiss }: ReturnType<typeof useImport>) {
  return (
    <>
      {isOver ? (
        <div className="pointer-events-none fixed inset-2 z-40 flex items-center justify-center rounded-md border-2 border-dashed border-ember bg-canvas/90 text-base font-medium">
          Drop it: perf script, folded, pprof, speedscope, or a file that Hearth exported
        </div>
      ) : null}
      {running ? (
        <div role="status" className="mb-4 flex items-center gap-4 rounded-md border border-line px-4 py-3">
          <div className="flex min-w-0 flex-1 flex-col gap-2">
            <p className="flex min-w-0 flex-wrap gap-x-2">
              <span>{running.share < 1 ? 'Sending' : 'Reading'}</span>
              <Name text={running.file.name} className="font-medium" />
              <span className="figures self-center text-muted">{formatBytes(running.file.size)}</span>
            </p>
            <ProgressBar label="Import" share={running.share < 1 ? running.share : null} />
          </div>
          <Button onClick={() => running.controller.abort()}>Cancel</Button>
        </div>
      ) : null}
      {problem ? (
        <ProblemView problem={problem} className="mb-4">
          <Button onClick={dismiss}>Dismiss</Button>
        </ProblemView>
      ) : null}
    </>
  )
}
