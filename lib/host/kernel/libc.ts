/** The few calls of the C library that Node lacks, bound with koffi. */
import koffi from 'koffi'

const library = koffi.load(null)

const getsockopt = library.func(
  'int getsockopt(int fd, int level, int name, _Out_ uint32_t *value, _Inout_ uint32_t *length)',
)
const syscall = library.func('long syscall(long number, int fd, int signal, void *info, unsigned int flags)')
const sysconf = library.func('long sysconf(int name)')

// The same on x86-64 and arm64: <asm-generic/socket.h>, and pidfd_send_signal came after the numbers were unified.
const solSocket = 1
const soPeercred = 17
const pidfdSendSignal = 424
const scClockTicks = 2
const scPageSize = 30

/** Units of /proc/<pid>/stat: clock ticks in a second (USER_HZ), bytes in a page. */
export const clockTicksPerSecond = Number(sysconf(scClockTicks))
export const pageBytes = Number(sysconf(scPageSize))

/** `struct ucred` of the other end of a connected Unix socket; null when the descriptor has none. */
export function getPeerCredentials(fd: number): { hostPid: number; uid: number; gid: number } | null {
  const ucred = [0, 0, 0]
  const length = [12]
  if (getsockopt(fd, solSocket, soPeercred, ucred, length) !== 0 || length[0] !== 12) return null
  return { hostPid: ucred[0]!, uid: ucred[1]!, gid: ucred[2]! }
}

/**
 * Sends a signal to the process behind an open /proc/<pid> directory: no other can get it, even if the PID was reused.
 * Gives 0, or the errno.
 *
 * Source: pidfd_send_signal(2), Linux 5.1; it takes a /proc/<pid> directory as well as a pidfd.
 */
export function signalProcessDirectory(directory: number, signal: number): number {
  return syscall(pidfdSendSignal, directory, signal, null, 0) === 0 ? 0 : koffi.errno()
}
