import type { ProcessStatus } from '../process/process-status.ts'

/** Would the kernel let these ids do this? `access` as in a mode: 4 to read, 2 to write, 1 to enter. */
export function isAccessAllowed(
  file: { readonly uid: number; readonly gid: number; readonly mode: number },
  { uid, gid, groups }: Pick<ProcessStatus, 'uid' | 'gid' | 'groups'>,
  access: number,
): boolean {
  if (uid === 0) return true
  const bits = file.uid === uid ? file.mode >> 6 : [gid, ...groups].includes(file.gid) ? file.mode >> 3 : file.mode
  return (bits & access) === access
}
