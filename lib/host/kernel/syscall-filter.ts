/**
 * A filter of system calls for a program that reads hostile bytes and only computes: it may read the files that it can
 * see, use memory and threads, and read and write the descriptors that it got open. The kernel refuses everything else.
 */

/** Name, number on x86-64, number on arm64. Source: <asm/unistd_64.h>, <asm-generic/unistd.h>. */
const refused = [
  // no connection of its own, of any kind
  `socket 41 198, socketpair 53 199, bind 49 200, connect 42 203, listen 50 201, accept 43 202, accept4 288 242,
   sendto 44 206, sendmmsg 307 269, recvmmsg 299 243`,
  // no word to another process: no signal, no look into its memory, no change of its turns
  `ptrace 101 117, process_vm_readv 310 270, process_vm_writev 311 271, process_madvise 440 440, kcmp 312 272,
   pidfd_open 434 434, pidfd_getfd 438 438, pidfd_send_signal 424 424, tkill 200 130, rt_sigqueueinfo 129 138,
   rt_tgsigqueueinfo 297 240, setpriority 141 140, ioprio_set 251 30, sched_setscheduler 144 119,
   sched_setparam 142 118, sched_setattr 314 274, sched_setaffinity 203 122, migrate_pages 256 238,
   move_pages 279 239, shmget 29 194, shmat 30 196, shmctl 31 195, semget 64 190, semop 65 193, semctl 66 191,
   msgget 68 186, msgsnd 69 189, msgrcv 70 188, msgctl 71 187, mq_open 240 180, mq_unlink 241 181`,
  // no other program, and no namespace in which it would be root
  `fork 57 -, vfork 58 -, execveat 322 281, unshare 272 97, setns 308 268, mount 165 40, umount2 166 39,
   pivot_root 155 41, chroot 161 51, fsopen 430 430, fsmount 432 432, fsconfig 431 431, fspick 433 433,
   open_tree 428 428, move_mount 429 429, mount_setattr 442 442`,
  // no file is made, changed or removed
  `creat 85 -, truncate 76 45, rename 82 -, renameat 264 38, renameat2 316 276, unlink 87 -, unlinkat 263 35,
   mkdir 83 -, mkdirat 258 34, rmdir 84 -, link 86 -, linkat 265 37, symlink 88 -, symlinkat 266 36,
   mknod 133 -, mknodat 259 33, chmod 90 -, fchmodat 268 53, chown 92 -, lchown 94 -, fchownat 260 54,
   utime 132 -, utimes 235 -, utimensat 280 88, futimesat 261 -, setxattr 188 5, lsetxattr 189 6,
   removexattr 197 14, lremovexattr 198 15, swapon 167 224, swapoff 168 225, open_by_handle_at 304 265,
   name_to_handle_at 303 264, fanotify_init 300 262, inotify_add_watch 254 27, quotactl 179 60, acct 163 89,
   openat2 437 437`,
  // the parts of the kernel in which most holes are found
  `bpf 321 280, perf_event_open 298 241, userfaultfd 323 282, io_uring_setup 425 425, io_uring_enter 426 426,
   io_uring_register 427 427, keyctl 250 219, add_key 248 217, request_key 249 218, init_module 175 105,
   finit_module 313 273, delete_module 176 106, kexec_load 246 104, kexec_file_load 320 294, reboot 169 142,
   settimeofday 164 170, clock_settime 227 112, clock_adjtime 305 266, adjtimex 159 171, sethostname 170 161,
   setdomainname 171 162, personality 135 92, syslog 103 116, iopl 172 -, ioperm 173 -, vhangup 153 58,
   modify_ldt 154 -`,
]

/** From this number on calls are newer than this table. */
const firstUnknown = 451

const eperm = 1
const eacces = 13
const enosys = 38
const allow = 0x7fff0000
const killProcess = 0x80000000
const errno = (number: number) => 0x50000 | number

// struct seccomp_data: the number, the architecture, the address, six arguments of 64 bits.
const numberAt = 0
const architectureAt = 4
const argumentAt = (index: number) => 16 + 8 * index
const architectures = { x64: 0xc000003e, arm64: 0xc00000b7 }

/** One instruction of classic BPF: code, steps to jump when it is so, when it is not, operand. */
type Instruction = readonly [code: number, jumpTrue: number, jumpFalse: number, operand: number]
const load = (at: number): Instruction => [0x20, 0, 0, at]
const ifEqual = (value: number, yes: number, no: number): Instruction => [0x15, yes, no, value]
const ifAtLeast = (value: number, yes: number, no: number): Instruction => [0x35, yes, no, value]
const ifAnyBit = (bits: number, yes: number, no: number): Instruction => [0x45, yes, no, bits]
const giveBack = (action: number): Instruction => [0x06, 0, 0, action]

// <fcntl.h>: O_WRONLY | O_RDWR | O_CREAT | O_TRUNC | O_APPEND, and the bit of O_TMPFILE that O_DIRECTORY lacks.
const writes = 0o3103 | 0o20000000
// <sched.h>
const cloneThread = 0x10000
const cloneNamespaces = 0x7e020000

/** Numbers of open, openat, clone, clone3, kill, tgkill and prlimit64 on each machine. */
const calls = {
  x64: { open: 2, openat: 257, clone: 56, clone3: 435, kill: 62, tgkill: 234, prlimit64: 302 },
  arm64: { open: -1, openat: 56, clone: 220, clone3: 435, kill: 129, tgkill: 131, prlimit64: 261 },
}

/** Encoded as `struct sock_filter`s. `pid` is of the process that will be filtered: it may signal and limit itself. */
export function buildSyscallFilter(machine: 'x64' | 'arm64', pid: number): Buffer {
  const call = calls[machine]
  const column = machine === 'x64' ? 1 : 2
  const numbers = refused.flatMap((group) => group.split(',').map((row) => row.trim().split(' ')[column]!))
  const allowed = giveBack(allow)
  const denied = giveBack(errno(eperm))
  // Jumps count the instructions that are passed over: from a PID that fits to `allowed`, past the other tests and
  // `denied`; from another call past all of these.
  const onlyOn = (number: number, argument: number, ...pids: number[]): Instruction[] => {
    const tests = pids.map((permitted, index) => ifEqual(permitted, pids.length - index, 0))
    return [ifEqual(number, 0, tests.length + 3), load(argumentAt(argument)), ...tests, denied, allowed]
  }
  const onlyReading = (number: number, argument: number): Instruction[] =>
    number < 0
      ? []
      : [ifEqual(number, 0, 4), load(argumentAt(argument)), ifAnyBit(writes, 0, 1), giveBack(errno(eacces)), allowed]
  const program: Instruction[] = [
    load(architectureAt),
    ifEqual(architectures[machine], 1, 0),
    giveBack(killProcess),
    load(numberAt),
    // Beyond them all: newer calls, and x86-64's second table of calls.
    ifAtLeast(firstUnknown, 0, 1),
    giveBack(errno(enosys)),
    ...numbers.filter((number) => number !== '-').flatMap((number) => [ifEqual(Number(number), 0, 1), denied]),
    // The flags of clone3 are out of reach of a filter; the C library falls back to clone.
    ifEqual(call.clone3, 0, 1),
    giveBack(errno(enosys)),
    ...[
      ifEqual(call.clone, 0, 5),
      load(argumentAt(0)),
      ifAnyBit(cloneNamespaces, 1, 0),
      ifAnyBit(cloneThread, 1, 0),
      denied,
      allowed,
    ],
    ...onlyReading(call.open, 1),
    ...onlyReading(call.openat, 2),
    ...onlyOn(call.kill, 0, pid),
    ...onlyOn(call.tgkill, 0, pid),
    ...onlyOn(call.prlimit64, 0, 0, pid),
    allowed,
  ]
  const bytes = Buffer.alloc(8 * program.length)
  for (const [index, [code, yes, no, operand]] of program.entries()) {
    bytes.writeUInt16LE(code, 8 * index)
    bytes.writeUInt8(yes, 8 * index + 2)
    bytes.writeUInt8(no, 8 * index + 3)
    bytes.writeUInt32LE(operand >>> 0, 8 * index + 4)
  }
  return bytes
}
