/**
 * Names of C++ (Itanium ABI) and Rust symbols, written as perf writes them. gecko-profiler-demangle is made for
 * bundlers, so its WebAssembly is started here. Only the parser and `hearth collapse` use it, no page does.
 */
import { join } from 'node:path'
import { hostFiles } from '../host/kernel/named-files.ts'

interface Demangler {
  readonly memory: WebAssembly.Memory
  readonly demangle_any: (start: number, length: number) => readonly [start: number, length: number]
  readonly __wbindgen_malloc: (length: number, alignment: number) => number
  readonly __wbindgen_free: (start: number, length: number, alignment: number) => void
}

/**
 * Where npm puts it for a checkout, and for Hearth as a package among others. The parser may not ask Node where that
 * is.
 */
const folders = ['../../node_modules', '../../..'].map((folder) =>
  join(import.meta.dirname, folder, 'gecko-profiler-demangle'),
)
/** The one folder outside of its own code that the parser may read. */
export const demanglerFolder = folders.find((folder) => hostFiles.existsSync(folder)) ?? folders[0]!
// Read before the parser gives up the right to.
const code = hostFiles.readFileSync(join(demanglerFolder, 'index_bg.wasm'))

/** Characters of the symbol of a function, and bytes of its name: a longer one is not demangled. */
const longestSymbolName = 4096
/** A symbol of 300 bytes may expand to gigabytes. After one that needed so much, no symbol is read. */
const mostDemanglerBytes = 32 * 2 ** 20
const mangled = /^_(Z|R[A-Z])/
const encoder = new TextEncoder()
const decoder = new TextDecoder()

/** Gives a symbol as it is when it is no such symbol, or none that can be read. */
export function createDemangler(): (symbol: string) => string {
  let demangler: Demangler | null = null
  let isOff = false
  return (symbol) => {
    if (isOff || symbol.length > longestSymbolName || !mangled.test(symbol)) return symbol
    demangler ??= start()
    const name = callWithText(demangler, symbol)
    isOff = demangler.memory.buffer.byteLength > mostDemanglerBytes
    if (name === null || name === symbol.slice(1)) return symbol
    return name.replace(literal, (_, type: string, value: string) => `${value}${suffixes[type]}`)
  }
}

/** `(unsigned long)5`, which perf writes `5ul`. */
const literal = /\(((?:unsigned )?(?:int|long|long long))\)(-?\d+)/g
const suffixes: Readonly<Record<string, string>> = {
  ...{ int: '', long: 'l', 'long long': 'll' },
  ...{ 'unsigned int': 'u', 'unsigned long': 'ul', 'unsigned long long': 'ull' },
}

function start(): Demangler {
  const glue = { __wbindgen_init_externref_table: () => undefined } // For values of JavaScript, of which none goes in.
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(code), { './index_bg.js': glue })
  return exports as unknown as Demangler
}

/** Texts go in and out as UTF-8 in its memory. Null for no text, and for one longer than a name. */
function callWithText(demangler: Demangler, symbol: string): string | null {
  const { memory, demangle_any: demangleAny, __wbindgen_malloc: allocate, __wbindgen_free: release } = demangler
  const bytes = encoder.encode(symbol)
  const argument = allocate(bytes.length, 1)
  new Uint8Array(memory.buffer).set(bytes, argument)
  // It frees its argument itself.
  const [at, length] = demangleAny(argument, bytes.length)
  try {
    if (length === 0 || length > longestSymbolName) return null
    return decoder.decode(new Uint8Array(memory.buffer, at, length))
  } finally {
    release(at, length, 1)
  }
}
