/** Turns a frame of JFR into ours: its name in our spelling, its kind, and how it ran. */
import { canonicalJavaName } from '../../jvm/java-name.ts'
import type { CompileTier } from '../../profile/model/profile.ts'
import { cutName, unknownJavaName } from '../perf/perf-script-frame.ts'
import type { ReadFrame } from '../reading/import.ts'
import { isVmBlob } from '../reading/vm-blob.ts'

/** The parts of a method as the recording has them: `com/acme/Foo`, `bar`, `(I)J`. */
export interface MethodParts {
  readonly owner: string
  readonly method: string
  readonly descriptor: string
}

/** Who wrote the file: the two use the same words for different things. */
export type Writer = 'jdk' | 'async-profiler'

const unknownFrame = { raw: '', module: '', tier: 'unknown', isNamed: false } as const

/** A frame whose method the recording does not hold. */
export const missingFrame: ReadFrame = { ...unknownFrame, name: '[unknown]', kind: 'unknown' }

/**
 * `frameType` as the recording calls it: `Interpreted`, `JIT compiled`, `Inlined`, `C1 compiled`, `Native`, `C++`,
 * `Kernel`. The JDK's `Native` is a Java method without byte code, async-profiler's a function of C.
 */
export function readJfrFrame(parts: MethodParts, frameType: string, writer: Writer): ReadFrame {
  const { owner, method } = parts
  const isJava = writer === 'jdk' || !/^(Native|C\+\+|Kernel)$/.test(frameType)
  if (isJava) return javaFrame(parts, tierOf(frameType, writer))
  const module = cutName(owner.replace(/^.*\//s, ''))
  const name = cutName(method.replace(/_\[k\]$/, ''))
  if (frameType === 'Kernel') return { name, raw: name, module, kind: 'kernel', tier: 'unknown', isNamed: name !== '' }
  if (name === '[unknown_Java]') return { ...unknownFrame, name: unknownJavaName, raw: name, kind: 'java' }
  if (name === '' || name === '[unknown]' || name.startsWith('[unknown_'))
    return { ...unknownFrame, name: module === '' ? '[unknown]' : `[${module}]`, raw: name, module, kind: 'unknown' }
  const kind = isVmFrame(module, frameType, name) ? 'vm' : 'native'
  return { name, raw: name, module, kind, tier: 'unknown', isNamed: true }
}

/**
 * Gives the class that was allocated, locked or thrown, as the leaf of a stack. `[Ljava/lang/String;` is
 * `java.lang.String[]`.
 */
export function readClassFrame(symbol: string): ReadFrame {
  const dimensions = /^\[*/.exec(symbol)![0].length
  const element = dimensions === 0 ? symbol : elementName(symbol.slice(dimensions))
  const name = cutName(`${className(element)}${'[]'.repeat(Math.min(dimensions, 255))}`)
  return { name, raw: cutName(symbol), module: '', kind: 'java', tier: 'unknown', isNamed: true }
}

/** `Foo$$Lambda/0x7f00` and `com/acme/Foo` as the owner of a method would be written. */
export function className(owner: string): string {
  // Spelled as the owner of a method `x`, whose `.x` is cut off again.
  return javaName(owner, 'x').slice(0, -2)
}

function javaFrame({ owner, method, descriptor }: MethodParts, tier: CompileTier): ReadFrame {
  if (owner === '' && method.startsWith('[unknown'))
    return { ...unknownFrame, name: unknownJavaName, raw: method, kind: 'java' }
  const raw = cutName(owner === '' ? method : `${owner}.${method}${descriptor}`)
  const name = cutName(owner === '' ? method : javaName(owner, method))
  return { name, raw, module: '', kind: 'java', tier, isNamed: method !== '' }
}

function javaName(owner: string, method: string): string {
  // The JDK writes a hidden class with its address and with its number: `Foo$$Lambda+0x7f8177090218/543846639`.
  const once = owner.replace(/([/+]0x[0-9a-f]+)\/\d+$/, '$1')
  // Not `isMethod`: the text has no known shape of a Java method, and came back as it is.
  const { name, isMethod } = canonicalJavaName(`${once}.${method}`)
  return isMethod ? name : `${once.replaceAll('/', '.')}.${method}`
}

const primitives: Readonly<Record<string, string>> = {
  B: 'byte',
  C: 'char',
  D: 'double',
  F: 'float',
  I: 'int',
  J: 'long',
  S: 'short',
  Z: 'boolean',
}

function elementName(descriptor: string): string {
  if (descriptor.length === 1) return primitives[descriptor] ?? descriptor
  return descriptor.startsWith('L') && descriptor.endsWith(';') ? descriptor.slice(1, -1) : descriptor
}

/** The JDK does not say which compiler; async-profiler has a word of its own for C1. */
function tierOf(frameType: string, writer: Writer): CompileTier {
  if (frameType === 'Interpreted') return 'interpreted'
  if (frameType === 'Inlined') return 'inlined'
  if (frameType === 'C1 compiled') return 'c1'
  return frameType === 'JIT compiled' && writer === 'async-profiler' ? 'c2' : 'unknown'
}

/** Without its library, a C++ name is taken for HotSpot's, unless every C++ program has such names. */
function isVmFrame(module: string, frameType: string, name: string): boolean {
  if (module !== '') return module === 'libjvm.so'
  return isVmBlob(name) || (frameType === 'C++' && !/^(std::|__gnu|operator |non-virtual thunk)/.test(name))
}

export type JfrFrameTable = ReturnType<typeof createJfrFrameTable>

/** The distinct frames of a whole recording: ids of chunks differ, the frames behind them rarely do. */
export function createJfrFrameTable() {
  const frames: ReadFrame[] = []
  const indexOfKey = new Map<string, number>()
  return {
    frames: frames as readonly ReadFrame[],
    /** Index of the frame, the same for the same frame. */
    add(frame: ReadFrame): number {
      const key = `${frame.kind}\0${frame.tier}\0${frame.raw}\0${frame.module}`
      let index = indexOfKey.get(key)
      if (index === undefined) {
        index = frames.push(frame) - 1
        indexOfKey.set(key, index)
      }
      return index
    },
  }
}
