/**
 * The command that prints what perf recorded. It runs isolated (lib/capture/isolated-command.ts), in the capture's directory.
 *
 * Found by experiment with perf 6.1:
 *   - Without a target in /proc it enters no mount namespace and looks for symbol maps only in /tmp, where nothing can be. It
 *     prints JIT code as `[unknown] (/tmp/perf-<hostPid>.map)`, which the parser resolves by our own maps in time.
 *   - `--symfs` must be a real directory: below it lie copies of what the target has mapped. With /proc/<hostPid>/root it
 *     would silently read the host's files of the same paths.
 *   - Names are relative to the working directory, since /tmp may hide the path that leads there.
 *   - It prints no more than 127 frames of a stack unless it is told that the kernel walked more.
 */
export interface ScriptOptions {
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

export const kernelSymbolsName = 'kallsyms'
const fields = 'comm,pid,tid,time,event,ip,sym,dso'

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
