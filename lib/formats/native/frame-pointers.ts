import type { ReadBytes } from './elf-file.ts'
import { readElfSymbols } from './elf-symbols.ts'

/**
 * How a function of each processor begins that keeps a frame pointer: `push %rbp; mov %rsp,%rbp`, `stp x29, x30, [sp,
 * ...]!`.
 */
const prologues = [/\x55\x48(?:\x89\xe5|\x8b\xec)/, /\xfd\x7b[^]\xa9/]
/** It is searched in the first bytes: `endbr64` or a test of the arguments may come before it. */
const prologueBytes = 64

/**
 * Whether this function of an ELF file keeps a frame pointer, by its first instructions; null when the file has no such
 * function. Without one, a stack that is unwound by frame pointers has no callers of it.
 */
export function keepsFramePointer(read: ReadBytes, name: string): boolean | null {
  const offset = readElfSymbols(read)?.offsetOf(name) ?? null
  if (offset === null) return null
  const start = String.fromCharCode(...read(offset, prologueBytes))
  return prologues.some((prologue) => prologue.test(start))
}
