/** From a frame line of bpftrace to frames of a stack: kernel by bpftrace's own names, the target's by maps. */
import type { SymbolTimeline } from '../../jvm/symbol-timeline.ts'
import type { ProfileBuilder } from '../../profile/model/profile-builder.ts'
import type { MemoryMapping, BpftraceFacts } from './bpftrace-facts.ts'
import { firstKernelAddress, javaFrames, readNonJavaFrame } from '../perf/perf-script-frame.ts'
import { findLastFrom } from '../../profile/model/sorted-columns.ts'
import { createFrameAdder, type Demangle, type ReadFrame } from '../reading/import.ts'
import type { TieredFrame, StackCollector } from '../reading/stack-collector.ts'

interface ResolvedAddress {
  readonly frames: readonly TieredFrame[]
  readonly isAmbiguous: boolean
}

export function createBpftraceFrames(
  builder: ProfileBuilder,
  timeline: SymbolTimeline,
  facts: BpftraceFacts,
  demangle: Demangle = (symbol) => symbol,
) {
  /** Maps an address as text to its frames; for JIT code the key has the segment of time too. */
  const resolvedAddresses = new Map<string, ResolvedAddress>()
  const table = createFrameAdder(builder)
  let ambiguous = 0
  let sorted: readonly MemoryMapping[] | null = null

  return {
    /**
     * Pushes the frames of this line, leaf first; false when it is no frame. `segment`: of `timeline.segmentAt`, within
     * which an address has one meaning.
     */
    push(line: string, segment: number, stack: StackCollector): boolean {
      const [, hex, said = ''] = /^\t([0-9a-f]{1,16})(?: (.*))?$/.exec(line) ?? []
      if (hex === undefined) return false
      // Of the kernel past 2^53, where it only tells that it is the kernel's; hence the key is the text.
      const address = Number.parseInt(hex, 16)
      const isJit = address < firstKernelAddress && timeline.covers(address)
      const key = isJit ? `${hex} ${segment}` : hex
      let meaning = resolvedAddresses.get(key)
      if (meaning === undefined) {
        meaning = isJit
          ? jitCode(address, segment)
          : { frames: [table.add(resolveOutsideJit(address, said))], isAmbiguous: false }
        resolvedAddresses.set(key, meaning)
      }
      if (meaning.isAmbiguous) ambiguous++
      if (address >= firstKernelAddress) stack.pushKernel(meaning.frames[0]!)
      else for (const tiered of meaning.frames) stack.push(tiered)
      return true
    },
    isNamed: table.isNamed,
    /** Frames pushed whose address had different names in the two nearest symbol maps. */
    ambiguousFrames: () => ambiguous,
  }

  function jitCode(address: number, segment: number): ResolvedAddress {
    const { name, isAmbiguous } = timeline.resolve(address, segment)
    return {
      frames: javaFrames(name)
        .map((frame) => table.add(frame))
        .reverse(),
      isAmbiguous,
    }
  }

  function resolveOutsideJit(address: number, said: string): ReadFrame {
    if (address >= firstKernelAddress) {
      const symbol = said.replace(/\s*\(.*\)$/, '').replace(/\+\d+$/, '')
      return readNonJavaFrame({
        address,
        symbol: /^(0x[0-9a-f]+)?$/.test(symbol) ? null : symbol,
        file: '[kernel.kallsyms]',
      })
    }
    const mapping = mappingOf(address)
    const symbol = facts.natives.get(address)
    const name = symbol === undefined ? null : demangle(symbol)
    return readNonJavaFrame({ address, symbol: name, file: mapping?.path ?? '[unknown]' })
  }

  function mappingOf(address: number): MemoryMapping | null {
    // The facts stand before the first frame.
    sorted ??= facts.mappings.toSorted((a, b) => a.start - b.start)
    const found = findLastFrom(sorted, ({ start }) => start, address)
    return found !== undefined && address < found.end ? found : null
  }
}
