import type { Profile } from '../model/profile.ts'

/** How people call a thread: by its name, else by its id. Threads of the same label are one to filters and lists. */
export function threadLabel({ threads, strings }: Pick<Profile, 'threads' | 'strings'>, thread: number): string {
  const name = strings[threads.name[thread]!]!
  const hostTid = threads.hostTid[thread]!
  if (name !== '') return name
  return hostTid > 0 ? `thread ${hostTid}` : 'unnamed thread'
}
