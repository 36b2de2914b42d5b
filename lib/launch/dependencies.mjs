// Any Node from 18 on can run this file, since it decides whether our own Node is there yet.

/**
 * Whether what is installed is what the lock names: `packages` of package-lock.json and of the copy that npm leaves in
 * node_modules. Optional packages may be absent, most of them are for other machines.
 *
 * @typedef {Readonly<Record<string, { version?: string, optional?: boolean, devOptional?: boolean }>>} Packages
 * @param {Packages} wanted
 * @param {Packages} installed
 */
export function matchesLock(wanted, installed) {
  return Object.entries(wanted).every(([path, { version, optional, devOptional }]) => {
    const present = installed[path]
    if (path === '') return true
    return present ? present.version === version : Boolean(optional || devOptional)
  })
}
