/**
 * Reads one line of a stack in the text of `perf script`, and the kind of its frame.
 *
 *     7fcfb0eca99c long Load.fib(int)+0x5c (/tmp/perf-48211.map)
 *     ffffffff8103ce3b native_safe_halt ([kernel.kallsyms])
 *     7f6d2148eb25 [unknown] (/lib/x86_64-linux-gnu/libc.so.6)
 *     7fcfb0eca99c long Load.fib(int)                                 -F ip,sym: no file
 */
import { canonicalJavaName, splitInlined } from '../../jvm/java-name.ts'
import { cutText } from '../../profile/names/cut-text.ts'
import type { FrameKind } from '../../profile/model/profile.ts'
import { canonicalNativeName } from '../native/native-name.ts'
import type { ReadFrame } from '../reading/import.ts'

export interface FrameLine {
  /** Units: bytes; may be past 2^53 in the kernel, where it is only used to tell that it is the kernel. */
  readonly address: number
  /** The name without `+0x5c`; null for `[unknown]` and where perf was asked to print none. */
  readonly symbol: string | null
  /** Path or `[kernel.kallsyms]`, as perf printed it between the parentheses; null without any. */
  readonly file: string | null
}

export const unknownJavaName = '[unknown Java]'
/** Characters of the name of a function in the output of perf script; the rest is cut. */
const longestPerfName = 4096

/** Null when the line is no frame. */
export function readFrameLine(text: string): FrameLine | null {
  const found = /^\s*([0-9a-fA-F]{1,16})(?:\s+(\S.*))?$/s.exec(text.trimEnd())
  if (found === null) return null
  const { symbol, file } = splitFile(found[2] ?? '')
  const name = symbol.replace(/\+0x[0-9a-f]+$/, '')
  return {
    address: Number.parseInt(found[1]!, 16),
    symbol: name === '' || name === '[unknown]' ? null : name,
    file,
  }
}

/**
 * Whether a line is one that perf prints beside frames on request: the line of the source, registers, the cgroup, the
 * last branches; or a message of `perf record`.
 *
 *       shop.c:40                    -F srcline
 *      /docker/4f2a                  -F cgroup
 *      0x7f10/0x7f20/P/-/-/1         -F brstack
 *      ABI:2    AX:0x0    BX:0x7f    -F iregs
 */
export function isPerfDetail(text: string): boolean {
  return detailPatterns.some((pattern) => pattern.test(text))
}

/** Predicted, in a transaction, aborted, cycles. */
const branch = /\/[PMN-]\/[X-]\/[A-]\/\d/
const detailPatterns = [
  /^\s+\S.*:\d+(?: \((?:discriminator \d+|inlined)\))?$/,
  /^\s+\S+\[[0-9a-f]+\]$/,
  /^\s+\/\S*$/,
  branch,
  /^\s*ABI:\d+\s/,
  /^\[ perf record: /,
]
/** The one frame of a line without its last branches, and where it begins behind the names of -F callindent. */
export function findFrameInLine(text: string): { readonly start: number; readonly end: number } | null {
  const branches = text.search(branch)
  const frame = branches === -1 ? text : text.slice(0, text.lastIndexOf(' ', branches)).trimEnd()
  const indent = /^\s+\S.*?\s(?=[0-9a-f]{6,16} \S)/.exec(frame)?.[0].length ?? 0
  const start = readFrameLine(frame)?.file == null ? indent : 0
  return readFrameLine(frame.slice(start))?.file == null ? null : { start, end: frame.length }
}

const openBracket = 40
const closeBracket = 41

/** The file is the last group in parentheses; it may hold groups itself: `(/memfd:code (deleted))`. */
function splitFile(rest: string): { symbol: string; file: string | null } {
  if (!rest.endsWith(')')) return { symbol: rest, file: null }
  let depth = 0
  let open = -1
  for (let at = rest.length - 1; at >= 0 && open === -1; at--) {
    const char = rest.charCodeAt(at)
    if (char === closeBracket) depth++
    else if (char === openBracket && --depth === 0) open = at
  }
  if (open === -1) open = rest.lastIndexOf(' (') + 1
  // `long Load.fib(int)` alone: these are parameters, a file stands apart by a blank.
  if (open > 0 && rest[open - 1] !== ' ') return { symbol: rest, file: null }
  return { symbol: rest.slice(0, open).trimEnd(), file: rest.slice(open + 1, -1) }
}

/** The frames of a symbol in JIT code, outermost first: perf-map-agent writes inlined ones as a chain. */
export function javaFrames(symbol: string | null): ReadFrame[] {
  const parts = symbol === null ? [] : splitInlined(symbol)
  if (parts.length === 0) return [unnamed(unknownJavaName, 'java', '')]
  return parts.map((part, index) => {
    const { name, isMethod, tier } = canonicalJavaName(part)
    const kind = isMethod ? 'java' : 'vm'
    return {
      name: cutName(name),
      kind,
      raw: cutName(part),
      module: '',
      tier: isMethod && index > 0 ? 'inlined' : tier,
      isNamed: true,
    }
  })
}

/** A frame outside JIT code. */
export function readNonJavaFrame({ address, symbol, file }: FrameLine): ReadFrame {
  const module = file === null || file === '[unknown]' ? '' : file.replace(/ \(deleted\)$/, '').replace(/^.*\//s, '')
  const kind = kindOf(address, file, module)
  if (symbol === null) {
    if (module === '') return unnamed(kind === 'kernel' ? '[unknown kernel]' : '[unknown]', kind, '')
    return unnamed(module.startsWith('[') ? module : `[${module}]`, kind, module)
  }
  if (file === null && kind === 'native') {
    const java = canonicalJavaName(symbol)
    if (java.isMethod) return { ...javaFrames(symbol)[0]!, raw: cutName(symbol) }
  }
  // The version of a library's symbol, `pthread_cond_wait@@GLIBC_2.3.2`, stays in the raw name; `@plt` is a stub's.
  const name = cutName(canonicalNativeName(symbol).replace(/@@?(?!plt$)[\w.]+$/, ''))
  const named = kind === 'unknown' ? 'native' : kind
  return {
    name,
    kind: named,
    raw: cutName(symbol),
    module: cutName(module),
    // perf prints `(inlined)` instead of a file.
    tier: file === 'inlined' ? 'inlined' : 'unknown',
    isNamed: true,
  }
}

/**
 * JIT code has no file: perf invents `/tmp/perf-48211.map` for it, and `perf inject --jit` makes `jitted-48211-7.so`.
 */
export function isJitFile(file: string | null): boolean {
  return file !== null && (/(^|\/)perf-\d+\.map$/.test(file) || /(^|\/)jitted-\d+-\d+\.so$/.test(file))
}

/** Whether a frame has no file, so that only the address shows its kind. */
export function isAnonymous(file: string | null): boolean {
  return file === null || /^(\[unknown\]|\[anon.*\]|\/\/anon|anon|)$/.test(file)
}

/** Holds for 64 bits; where kernel and program share addresses (s390x, 32 bits), only the file tells. */
export const firstKernelAddress = 2 ** 63
const userRegions = /^\[(vdso|vdso32|vvar\w*|vsyscall|vectors|heap|stack.*|anon.*|unknown|uprobes|sigpage|[^ ]* .*)\]/

function kindOf(address: number, file: string | null, module: string): FrameKind {
  if (isKernelFile(file)) return 'kernel'
  if (address >= firstKernelAddress && (file === null || module === '' || file === 'inlined')) return 'kernel'
  if (module === 'libjvm.so') return 'vm'
  return file === '[unknown]' || file === '' ? 'unknown' : 'native'
}

/** A module, the kernel itself or a program it runs, by the file that perf and pprof name. */
export function isKernelFile(file: string | null): boolean {
  if (file === null) return false
  if (file.startsWith('[')) return !userRegions.test(file)
  return /(^|\/)vmlinux(-[^/]*)?$|\.ko(\.\w+)?$|^bpf_prog_/.test(file)
}

function unnamed(name: string, kind: FrameKind, module: string): ReadFrame {
  return { name: cutName(name), kind, raw: cutName(name), module: cutName(module), tier: 'unknown', isNamed: false }
}

/** A container may name a function with megabytes; a person reads no more than a page of it. */
export function cutName(name: string): string {
  return cutText(name, longestPerfName)
}
