import { describe, expect, test } from 'vitest'
import { buildSyscallFilter } from './syscall-filter.ts'

const allow = 0x7fff0000
const killProcess = 0x80000000
const eperm = 0x50001
const eacces = 0x5000d
const enosys = 0x50026
const pid = 4711

interface Call {
  readonly number: number
  readonly architecture?: number
  readonly args?: readonly number[]
}

/** What the kernel does with the filter. Source: Documentation/networking/filter.rst. */
function decide(machine: 'x64' | 'arm64', { number, architecture, args = [] }: Call): number {
  const data = Buffer.alloc(64)
  data.writeUInt32LE(number, 0)
  data.writeUInt32LE(architecture ?? { x64: 0xc000003e, arm64: 0xc00000b7 }[machine], 4)
  args.forEach((value, index) => data.writeUInt32LE(value >>> 0, 16 + 8 * index))
  const program = buildSyscallFilter(machine, pid)
  let accumulator = 0
  for (let at = 0; at < program.length; at += 8) {
    const [code, yes, no, operand] = [program[at]!, program[at + 2]!, program[at + 3]!, program.readUInt32LE(at + 4)]
    const jump = (isSo: boolean) => (at += 8 * (isSo ? yes : no))
    if (code === 0x20) accumulator = data.readUInt32LE(operand)
    else if (code === 0x15) jump(accumulator === operand)
    else if (code === 0x35) jump(accumulator >= operand)
    else if (code === 0x45) jump((accumulator & operand) !== 0)
    else if (code === 0x06) return operand
    else throw new Error(`an unknown instruction ${code}`)
  }
  throw new Error('the filter does not end')
}

const [readOnly, writeOnly, readWrite, create, truncate, append, temporary] = [
  0, 1, 2, 0o100, 0o1000, 0o2000, 0o20200000,
]
const [threadFlags, forkFlags, newUser, newNetwork] = [0x3d0f00, 0x1200011, 0x10000000, 0x40000000]

describe.each([
  ['x64', { read: 0, write: 1, mmap: 9, execve: 59, futex: 202, socket: 41, ptrace: 101, unlinkat: 263, bpf: 321 }],
  [
    'arm64',
    { read: 63, write: 64, mmap: 222, execve: 221, futex: 98, socket: 198, ptrace: 117, unlinkat: 35, bpf: 280 },
  ],
] as const)('the filter of system calls on %s', (machine, call) => {
  const { openat, clone, kill, tgkill, prlimit64 } = {
    x64: { openat: 257, clone: 56, kill: 62, tgkill: 234, prlimit64: 302 },
    arm64: { openat: 56, clone: 220, kill: 129, tgkill: 131, prlimit64: 261 },
  }[machine]
  const decideCall = (number: number, ...args: number[]) => decide(machine, { number, args })

  test('lets it read, write what is open, use memory and threads', () => {
    for (const number of [call.read, call.write, call.mmap, call.execve, call.futex])
      expect(decideCall(number)).toBe(allow)
    expect(decideCall(openat, 0, 0, readOnly)).toBe(allow)
    expect(decideCall(clone, threadFlags)).toBe(allow)
  })

  test('refuses sockets, other processes, changes of files and the kernel’s own parts', () => {
    for (const number of [call.socket, call.ptrace, call.unlinkat, call.bpf]) expect(decideCall(number)).toBe(eperm)
    for (const flags of [writeOnly, readWrite, create, truncate, append, temporary])
      expect([flags, decideCall(openat, 0, 0, flags)]).toEqual([flags, eacces])
  })

  test('refuses processes and namespaces, also where clone says it is a thread', () => {
    for (const flags of [forkFlags, newUser, threadFlags | newUser, threadFlags | newNetwork])
      expect([flags, decideCall(clone, flags)]).toEqual([flags, eperm])
    expect(decideCall(435)).toBe(enosys) // clone3
  })

  test('lets it signal and limit itself alone', () => {
    for (const number of [kill, tgkill, prlimit64]) {
      expect(decideCall(number, pid)).toBe(allow)
      for (const other of [1, pid + 1, -1])
        expect([number, other, decideCall(number, other)]).toEqual([number, other, eperm])
    }
    expect(decideCall(prlimit64, 0)).toBe(allow)
    expect(decideCall(kill, 0)).toBe(eperm) // its whole group
  })

  test('refuses calls of other tables and newer ones', () => {
    expect(decide(machine, { number: call.read, architecture: 0x40000003 })).toBe(killProcess)
    for (const number of [451, 0x40000000, 0x40000000 + call.socket]) expect(decideCall(number)).toBe(enosys)
  })
})
