/** Turns perf's files into the parser's input: of the whole recording, and of the recording so far. */
import { basename, join } from 'node:path'
import { ownFiles } from '../../host/kernel/named-files.ts'
import { readKernelSymbols } from '../../host/kernel/kernel-settings.ts'
import type { Mark, ProfileWarning } from '../../profile/model/profile.ts'
import type { CaptureJob, RawPart } from '../engine.ts'
import type { JvmVersion } from '../jvm/jvm-session.ts'
import { captureProvenance } from '../provenance.ts'
import type { RecordingNames } from '../recording/recording-names.ts'
import { createWarningList } from '../recording/warning-list.ts'
import type { PerfRecording } from './perf-recording.ts'
import { perfVersion } from './perf-version.ts'
import type { PerfWindow } from './perf-window.ts'

/**
 * The command that prints perf's samples. It runs isolated (lib/capture/read-parts.ts), in the capture's directory.
 *
 * Found by experiment with perf 6.1:
 *   - Without a target in /proc it enters no mount namespace and looks for symbol maps only in /tmp, where nothing can
 *     be. It prints JIT code as `[unknown] (/tmp/perf-<hostPid>.map)`, which the parser resolves by our own maps in time.
 *   - `--symfs` must be a real directory: below it lie copies of the libraries that the target has mapped. With
 *     /proc/<hostPid>/root it would silently read the host's files of the same paths.
 *   - Names are relative to the working directory, since /tmp may hide the path that leads there.
 *   - It prints no more than 127 frames of a stack unless an option says that the kernel walked more.
 */
interface ScriptOptions {
  /** Names of perf's files, in the order of their time. */
  readonly files: readonly string[]
  readonly maxDepth: number | null
  /** There is a copy of the kernel's symbols. */
  readonly hasKernelSymbols: boolean
  /** Only their samples are printed; null for all. */
  readonly pids: readonly number[] | null
  /** Only samples since then, CLOCK_MONOTONIC; null for all. */
  readonly sinceSeconds: number | null
}

const kernelSymbolsName = 'kallsyms'
const fields = 'comm,pid,tid,time,period,event,ip,sym,dso'

/** perf script reads one file: several are read by a shell, one after the other. */
export function scriptCommand({ files, maxDepth, hasKernelSymbols, pids, sinceSeconds }: ScriptOptions): string[] {
  const options = [
    ...['--symfs', 'symfs', ...(hasKernelSymbols ? ['--kallsyms', kernelSymbolsName] : [])],
    ...(maxDepth === null ? [] : ['--max-stack', `${maxDepth}`]),
    ...(pids === null ? [] : ['--pid', pids.join(',')]),
    ...(sinceSeconds === null ? [] : ['--time', `${sinceSeconds.toFixed(9)},`]),
    ...['--no-inline', '--ns', '--fields', fields],
  ]
  const perf = ['perf', 'script', ...options]
  if (files.length === 1) return [...perf, '--input', files[0]!]
  return ['sh', '-c', `for file do ${perf.join(' ')} --input "$file" || exit; done`, 'sh', ...files]
}

interface PerfEnd {
  readonly marks: readonly Mark[]
  readonly warnings: readonly ProfileWarning[]
  readonly partial: string | null
  readonly lostSamples: number
}

interface PartOptions {
  readonly job: CaptureJob
  readonly names: RecordingNames
  readonly version: JvmVersion
  readonly event: string
  readonly recording: PerfRecording
  readonly window: PerfWindow
  readonly maxDepth: number | null
}

export function createPartMaker({ job, names, version, event, recording, window, maxDepth }: PartOptions) {
  const { directory, request, target } = job
  const warned = createWarningList()
  let hasKernelSymbols: Promise<boolean> | undefined
  let perf: Promise<string> | undefined
  let snapshotCount = 0

  const originAt = (endSeconds: number) =>
    Math.max(recording.clockOriginSeconds, window.keptSeconds === null ? 0 : endSeconds - window.keptSeconds)

  async function keepKernelSymbols(): Promise<boolean> {
    const kernel = readKernelSymbols()
    if (kernel) await ownFiles.promises.writeFile(join(directory, kernelSymbolsName), kernel, { mode: 0o444 })
    else warned.add({ code: 'kernel-symbols-hidden', text: 'The kernel hides its function names here.', count: 1 })
    return kernel !== null
  }

  async function partOf(files: readonly string[], endSeconds: number, facts: PerfEnd): Promise<RawPart> {
    const originSeconds = originAt(endSeconds)
    const command = scriptCommand({
      ...{ files, maxDepth, pids: names.pids() },
      hasKernelSymbols: await (hasKernelSymbols ??= keepKernelSymbols()),
      sinceSeconds: window.keptSeconds === null ? null : originSeconds,
    })
    const provenance = captureProvenance({
      ...{ engine: 'perf', event: 'cpu', mechanism: event, target, request, jvm: version, maxDepth },
      startedAt: recording.startedAt + (originSeconds - recording.clockOriginSeconds) * 1000,
      durationMs: (endSeconds - originSeconds) * 1000,
      lostSamples: facts.lostSamples,
      commands: [recording.command, command],
      marks: facts.marks,
      warnings: [...names.warnings, ...partialWarnings(facts.partial), ...warned.list(), ...facts.warnings],
      versions: { perf: await (perf ??= perfVersion()) },
    })
    return {
      source: { kind: 'command', command },
      job: {
        ...{ format: 'perf-script', events: null, unit: 'samples', counts: 1, provenance },
        ...{ clockOriginSeconds: originSeconds, ...names.jobFor(originSeconds) },
      },
    }
  }

  return {
    /** Where the time of the profile begins when it ends there. Units: CLOCK_MONOTONIC seconds. */
    originAt,
    warn: (code: string, text: string) => warned.add({ code, text, count: 1 }),
    whole: partOf,
    /** Makes parts of the recording so far, in files of `live-<n>/`, which their reader removes. */
    async live(): Promise<RawPart[]> {
      const endSeconds = Number(process.hrtime.bigint()) / 1e9
      const name = `live-${snapshotCount++}`
      const files = await recording.files.snapshot(name)
      const part = await partOf(files, endSeconds, { marks: [], warnings: [], partial: null, lostSamples: 0 })
      return [{ ...part, job: { ...part.job, javaMaps: await linkMaps(part.job.javaMaps, name) } }]
    },
  }

  /** Links of their own: a recording that goes on drops old maps. */
  async function linkMaps(maps: RawPart['job']['javaMaps'], name: string): Promise<RawPart['job']['javaMaps']> {
    const linked = maps.map((map) => ({ ...map, path: `${name}/${basename(map.path)}` }))
    for (const [index, { path }] of linked.entries()) {
      await ownFiles.promises.link(join(directory, maps[index]!.path), join(directory, path))
    }
    return linked
  }
}

function partialWarnings(partial: string | null): ProfileWarning[] {
  return partial === null ? [] : [{ code: 'partial', text: `Only a part was recorded: ${partial}.`, count: 1 }]
}
