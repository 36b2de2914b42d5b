/**
 * Calls by which a program gives up rights, for itself and for the program it becomes: by koffi, since Node lacks them.
 */
import fs from 'node:fs'
import koffi from 'koffi'

const library = koffi.load(null)
koffi.struct('hearth_filter_program', { length: 'uint16_t', filter: 'const void *' })
const prctl = library.func('int prctl(int option, unsigned long a, unsigned long b, unsigned long c, unsigned long d)')
const prctlFilter = library.func('int prctl(int option, unsigned long mode, const hearth_filter_program *program)')
const mountCall = library.func(
  'int mount(const char *source, const char *target, const char *kind, unsigned long flags, const char *options)',
)
const fcntl = library.func('int fcntl(int fd, int command, int value)')
const umount2 = library.func('int umount2(const char *target, int flags)')
const pivotRootCall = library.func('long syscall(long number, const char *newRoot, const char *oldRoot)')
const createRuleset = library.func('long syscall(long number, const void *attributes, size_t size, uint32_t flags)')
const addRule = library.func('long syscall(long number, int ruleset, int kind, const void *attributes, uint32_t flags)')
const restrictSelf = library.func('long syscall(long number, int ruleset, uint32_t flags)')

// <linux/prctl.h>, <linux/seccomp.h>
const [setDeathSignal, setSeccomp, setNoNewPrivileges, filterMode] = [1, 22, 38, 2]
// <fcntl.h>
const setDescriptorFlags = 2
// <sys/mount.h>
export const mountFlags = { readOnly: 1, noSetuid: 2, noDevices: 4, remount: 32, bind: 4096 } as const
const detach = 2
const pivotRootNumber = process.arch === 'arm64' ? 41 : 155
// <linux/landlock.h>; these numbers came after the tables of all machines were unified.
const landlock = { createRuleset: 444, addRule: 445, restrictSelf: 446, askVersion: 1, pathBeneath: 1 }
const [execute, readFile, readDirectory] = [1n, 4n, 8n]

/** The program that this process becomes has this descriptor, too. Throws: an Error with the errno. */
export function keepOpen(descriptor: number): void {
  check('fcntl', fcntl(descriptor, setDescriptorFlags, 0))
}

/** Mounts something. Throws: an Error with the errno. */
export function mount(source: string | null, target: string, kind: string | null, flags: number, options = ''): void {
  check('mount', mountCall(source, target, kind, flags, options))
}

/**
 * The current directory, which must be a mount, becomes the root; the old root is gone. Throws: an Error with the
 * errno.
 */
export function becomeRoot(): void {
  check('pivot_root', pivotRootCall(pivotRootNumber, '.', '.'))
  check('umount', umount2('.', detach))
  process.chdir('/')
}

/** No program that is started from here gets a right by being started; and SIGKILL when the parent dies. */
export function refuseNewPrivileges(): void {
  check('prctl', prctl(setNoNewPrivileges, 1, 0, 0, 0))
  check('prctl', prctl(setDeathSignal, 9, 0, 0, 0))
}

/** A filter of `syscall-filter.ts`, for ever. Throws: an Error with the errno; a kernel without seccomp has EINVAL. */
export function refuseSystemCalls(filter: Buffer): void {
  check('seccomp', prctlFilter(setSeccomp, filterMode, { length: filter.length / 8, filter }))
}

/**
 * From here on only files below these open descriptors can be read and executed, none written, no TCP port reached, no
 * process outside signalled. Does nothing on a kernel without Landlock.
 *
 * Source: landlock(7), for the rights of each version.
 */
export function confineFiles(readable: readonly number[]): void {
  const version = Number(createRuleset(landlock.createRuleset, null, 0, landlock.askVersion))
  if (version < 1) return
  // Rights that the ruleset handles are refused unless a rule grants them. Of files version 2 added links to other
  // directories, 3 truncation, 5 ioctl. Since 4 also bind and connect of TCP; since 6 abstract sockets and signals.
  // The kernel refuses fields that it does not know, so the size follows the version.
  const attributes = Buffer.alloc(24)
  const fileRights = [0x1fffn, 0x3fffn, 0x7fffn, 0x7fffn, 0xffffn][Math.min(version, 5) - 1]!
  attributes.writeBigUInt64LE(fileRights, 0)
  if (version >= 4) attributes.writeBigUInt64LE(0b11n, 8)
  if (version >= 6) attributes.writeBigUInt64LE(0b11n, 16)
  const size = version >= 6 ? 24 : version >= 4 ? 16 : 8
  const ruleset = check('landlock_create_ruleset', createRuleset(landlock.createRuleset, attributes, size, 0))
  for (const descriptor of readable) {
    const rule = Buffer.alloc(12)
    const isDirectory = fs.fstatSync(descriptor).isDirectory()
    rule.writeBigUInt64LE(execute | readFile | (isDirectory ? readDirectory : 0n), 0)
    rule.writeInt32LE(descriptor, 8)
    check('landlock_add_rule', addRule(landlock.addRule, ruleset, landlock.pathBeneath, rule, 0))
  }
  check('landlock_restrict_self', restrictSelf(landlock.restrictSelf, ruleset, 0))
}

function check(call: string, result: unknown): number {
  if (Number(result) >= 0) return Number(result)
  throw new Error(`${call} failed with errno ${koffi.errno()}`)
}
