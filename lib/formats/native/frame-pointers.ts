import type { ReadBytes } from './elf-file.ts'
import { readElfSymbols } from './elf-symbols.ts'

/**
 * How a function that keeps a frame pointer begins. x64: `push %rbp; mov %rsp,%rbp`, whose `mov` has two encodings.
 * arm64: `stp x29, x30, [sp, ...]`, with or without `!`. The second pattern also matches `ldp`, which loads both
 * registers and comes at the end of a function.
 */
const prologues = [/\x55\x48(?:\x89\xe5|\x8b\xec)/, /\xfd\x7b[^]\xa9/]
// `endbr64` or a test of the arguments may come before it. They reach into the next function where this one is shorter.
/** Bytes from the start of a function in which its prologue is searched for. */
const functionStartBytes = 64

/**
 * Gives whether this function of an ELF file keeps a frame pointer, by its first instructions; null where the file has
 * no such function. Where it keeps none, unwinding by frame pointers loses its callers.
 */
export function keepsFramePointer(read: ReadBytes, name: string): boolean | null {
  const offset = readElfSymbols(read)?.offsetOf(name) ?? null
  if (offset === null) return null
  const start = String.fromCharCode(...read(offset, functionStartBytes))
  return prologues.some((prologue) => prologue.test(start))
}
