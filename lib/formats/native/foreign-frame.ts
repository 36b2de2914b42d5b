/** Turns a frame of another profiler's file into ours: its name in our spelling, its kind, and how it ran. */
import type { FrameKind } from '../../profile/model/profile.ts'
import { readFoldedFrame } from '../folded/folded.ts'
import { isKernelFile, readNonJavaFrame } from '../perf/perf-script-frame.ts'
import type { ReadFrame } from '../reading/import.ts'
import { scriptFile, scriptFrame } from './script-frame.ts'
import { canonicalJavaName } from '../../jvm/java-name.ts'

type ForeignFrame = Omit<ReadFrame, 'isNamed'>

const languagesOfScripts = /\.(py[wx]?|[cm]?[jt]sx?|rb|php)([?#].*)?$/is
const languagesOfTheJvm = /\.(java|kts?|scala|groovy|clj[cs]?)$/i

/**
 * `file` is the source file, when known, and tells the language: `net/http.HandlerFunc.ServeHTTP` of server.go is no
 * method of a class `net.http.HandlerFunc`. Functions of scripts are distinguished by it and by `line`, where they
 * begin: from 1, 0 when not known. `binary` is the library or `[kernel.kallsyms]`.
 */
export function readForeignFrame(text: string, file: string, binary: string, line = 0): ForeignFrame {
  if (languagesOfScripts.test(file)) return readScriptFrame(text, file, line)
  const module = binary.replace(/^.*\//s, '')
  const isOtherLanguage = /\.\w{1,5}$/.test(file) && !languagesOfTheJvm.test(file)
  if (isOtherLanguage) return { name: text, raw: text, module, kind: kindOfBinary(binary) ?? 'native', tier: 'unknown' }
  const frame = readFoldedFrame(text)
  const kind = frame.kind === 'java' ? null : kindOfBinary(binary)
  return { ...frame, module, kind: kind ?? frame.kind }
}

function readScriptFrame(text: string, file: string, line: number): ForeignFrame {
  const frame = scriptFrame(text, file, line)
  // In a file of ours that speedscope has saved again, the name tells the place already.
  const isPlaced = text.includes(` ${scriptFile(file)}`)
  return { ...frame, name: isPlaced ? text : frame.name, tier: 'unknown' }
}

/** A place that has an address and no name. */
export function readNamelessFrame(address: number, binary: string): ForeignFrame {
  const name = `0x${BigInt.asUintN(64, BigInt(address)).toString(16)}`
  const kind = isKernelFile(binary) ? 'kernel' : 'unknown'
  return { name, raw: name, module: binary.replace(/^.*\//s, ''), kind, tier: 'unknown' }
}

function kindOfBinary(binary: string): FrameKind | null {
  if (binary === '') return null
  if (isKernelFile(binary)) return 'kernel'
  return binary.endsWith('libjvm.so') ? 'vm' : null
}

/**
 * A frame of which a tool knows the symbol, null when it does not, and perhaps the `binary`: a Java method when it
 * looks like one, else a native function without its parameters, else its library.
 */
export function nativeFrame(symbol: string | null, binary: string | null): ReadFrame {
  if (symbol !== null && canonicalJavaName(symbol).isMethod)
    return { ...readForeignFrame(symbol, '', binary ?? ''), isNamed: true }
  return readNonJavaFrame({ address: 0, symbol, file: binary })
}
