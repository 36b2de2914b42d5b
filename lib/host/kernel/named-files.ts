/**
 * Files that privileged code opens by name, since only root and the kernel decide where those names lead. Files that a
 * container may change are opened by descriptor: `container-files/by-descriptor.ts`. Lint refuses `fs.openSync(name)`
 * everywhere else.
 */
import fs from 'node:fs'

/** Files below Hearth's run and work directories, where only Hearth's own user may write. */
export const ownFiles = fs
/** Files of /proc and /sys. */
export const kernelFiles = fs
/**
 * Files of the host: programs, keys, libraries and the checkout, where their owner put them, and files that are built
 * from them in a new folder.
 */
export const hostFiles = fs
