/** Gives up every capability of this program for good, where it may not change its user and util-linux has no way. */
import koffi from 'koffi'

const version3 = 0x20080522

/**
 * Drops those of the calling thread, which is the one that starts programs. With no-new-privs set, no program started
 * from here gets one back, not even as user 0.
 *
 * Throws: an Error when the kernel refuses. Source: capset(2).
 */
export function dropCapabilities(): void {
  const capset = koffi.load(null).func('int capset(const void *header, const void *data)')
  const header = Buffer.alloc(8)
  header.writeUInt32LE(version3)
  // Two structures of 12 bytes, all 0: no capability.
  if (capset(header, Buffer.alloc(24)) !== 0) throw new Error(`capset failed with errno ${koffi.errno()}`)
}
