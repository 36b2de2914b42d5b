/** Sockets that hand open files to another process, and perf events: calls of the C library that Node lacks. */
import fs from 'node:fs'
import koffi from 'koffi'
import { pageBytes } from './libc.ts'

const library = koffi.load(null)
koffi.struct('hearth_iovec', { base: 'void *', length: 'size_t' })
koffi.struct('hearth_msghdr', {
  name: 'void *',
  nameLength: 'uint32_t',
  iov: 'hearth_iovec *',
  iovLength: 'size_t',
  control: 'void *',
  controlLength: 'size_t',
  flags: 'int',
})
const socket = library.func('int socket(int domain, int type, int protocol)')
const bind = library.func('int bind(int fd, const void *address, uint32_t length)')
const listen = library.func('int listen(int fd, int backlog)')
const accept = library.func('int accept(int fd, void *address, void *length)')
const setsockopt = library.func('int setsockopt(int fd, int level, int name, const void *value, uint32_t length)')
const recv = library.func('long recv(int fd, _Out_ void *buffer, size_t length, int flags)')
const sendmsg = library.func('long sendmsg(int fd, const hearth_msghdr *message, int flags)')
const memfdCreate = library.func('int memfd_create(const char *name, unsigned int flags)')
const mmap = library.func('void *mmap(void *at, size_t length, int protection, int flags, int fd, long offset)')
const munmap = library.func('int munmap(void *at, size_t length)')
const perfEventOpen = library.func(
  'long syscall(long number, const void *attributes, int tid, int cpu, int group, unsigned long flags)',
)

// The same on x86-64 and arm64: <sys/socket.h>, <sys/mman.h>, <linux/perf_event.h>; but for the number of the call.
const afUnix = 1
const sockSeqpacket = 5
const sockCloexec = 0o2000000
const solSocket = 1
const soRcvtimeo = 20
const scmRights = 1
const readAndWrite = 3
const mapShared = 1
const closeOnExec = 1
const perfFlagCloexec = 8
const perfEventOpenNumber = process.arch === 'arm64' ? 241 : 298

/** A listening socket of whole messages at a path, which must not be there. Throws: an Error with the errno. */
export function listenSeqpacket(path: string): number {
  const fd = checked('socket', socket(afUnix, sockSeqpacket | sockCloexec, 0) as number)
  const address = Buffer.alloc(2 + Buffer.byteLength(path) + 1)
  address.writeUInt16LE(afUnix)
  address.write(path, 2)
  // The size of struct sockaddr_un.
  if (address.length > 110) throw new Error('the path of the socket is too long')
  checked('bind', bind(fd, address, address.length) as number)
  checked('listen', listen(fd, 1) as number)
  return fd
}

/** Waits for one, at most so long. Throws: an Error with the errno. */
export function acceptWithin(fd: number, seconds: number): number {
  const time = Buffer.alloc(16)
  time.writeBigInt64LE(BigInt(seconds))
  checked('setsockopt', setsockopt(fd, solSocket, soRcvtimeo, time, time.length) as number)
  return checked('accept', accept(fd, null, null) as number)
}

/** The next message, at most 4 KiB of it; waits for it. Empty when the other side has closed. Throws: an Error. */
export function receiveMessage(fd: number): Buffer {
  const buffer = Buffer.alloc(4096)
  const bytes = checked('recv', Number(recv(fd, buffer, buffer.length, 0)))
  return buffer.subarray(0, bytes)
}

/** Sends a message, and with it an open file unless it is null. Throws: an Error with the errno. */
export function sendMessage(fd: number, message: Buffer, passed: number | null): void {
  const control = passed === null ? null : rightsOf(passed)
  const header = {
    name: null,
    nameLength: 0,
    iov: [{ base: message, length: message.length }],
    iovLength: 1,
    control,
    controlLength: control?.length ?? 0,
    flags: 0,
  }
  checked('sendmsg', Number(sendmsg(fd, header, 0)))
}

/** Source: cmsg(3), in 64 bits: length 8, level 4, type 4, the descriptor, padded to 8. */
function rightsOf(fd: number): Buffer {
  const control = Buffer.alloc(24)
  control.writeBigUInt64LE(20n)
  control.writeInt32LE(solSocket, 8)
  control.writeInt32LE(scmRights, 12)
  control.writeInt32LE(fd, 16)
  return control
}

/** A file of memory with these contents, read from its start. Throws: an Error with the errno. */
export function memoryFile(name: string, contents: Uint8Array): number {
  const fd = checked('memfd_create', memfdCreate(name, closeOnExec) as number)
  fs.writeSync(fd, contents, 0, contents.length, 0)
  return fd
}

/** Counts for one thread on all processors. Gives the descriptor, or the errno as a negative number. */
export function openPerfEvent(attributes: Buffer, tid: number): number {
  const fd = Number(perfEventOpen(perfEventOpenNumber, attributes, tid, -1, -1, perfFlagCloexec))
  return fd < 0 ? -koffi.errno() : fd
}

/**
 * Maps the ring of a perf event, one page beside its head, as the one who gets it will: memory that is locked already
 * needs no right to lock more. Disposing of it unmaps; null when it cannot be had.
 */
export function mapPerfRing(fd: number): Disposable | null {
  const length = 2 * pageBytes
  const at: unknown = mmap(null, length, readAndWrite, mapShared, fd, 0)
  if (koffi.address(at) === 0xffff_ffff_ffff_ffffn) return null
  return { [Symbol.dispose]: () => void munmap(at, length) }
}

function checked(call: string, result: number): number {
  if (result >= 0) return result
  throw new Error(`${call} failed with errno ${koffi.errno()}`)
}
