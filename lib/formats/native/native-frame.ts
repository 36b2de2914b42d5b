import { canonicalJavaName } from '../../jvm/java-name.ts'
import { readForeignFrame } from './foreign-frame.ts'
import { readNonJavaFrame, type ReadFrame } from '../perf/perf-script-frame.ts'

/**
 * A frame of which a tool knows the symbol, null when it does not, and perhaps the `binary`: a Java method when it looks
 * like one, else a native function without its parameters, else its library.
 */
export function nativeFrame(symbol: string | null, binary: string | null): ReadFrame {
  if (symbol !== null && canonicalJavaName(symbol).isMethod)
    return { ...readForeignFrame(symbol, '', binary ?? ''), isNamed: true }
  return readNonJavaFrame({ address: 0, symbol, file: binary })
}
