import type { SortKey } from './select-targets.ts'

/** Widths of the JVM table's columns from 1280 px up; below that each row is a block of labelled facts. */
export const jvmGrid =
  'xl:grid-cols-[minmax(10rem,2fr)_minmax(7.5rem,1.2fr)_minmax(7rem,1.2fr)_4.5rem_5rem_7.25rem_8.25rem_4rem_minmax(7.5rem,1.3fr)_7.25rem] xl:items-center xl:gap-x-3'

/** The height of a row in each of its three shapes. Fixed, so that a list of many never has to be measured. */
export const jvmRowHeight = 'h-41 md:h-27 xl:h-10'

/** The same in units of 0.25 rem, widest screen first. */
export const jvmRowHeights = [
  { media: '(min-width: 80rem)', quarterRems: 10 },
  { media: '(min-width: 48rem)', quarterRems: 27 },
  { media: 'all', quarterRems: 41 },
]

/** Height of the line above the JVMs of one group, in every shape. */
export const groupRowHeight = { className: 'h-9', quarterRems: 9 }

export const jvmColumns: readonly { key: SortKey; title: string; alignsRight?: true; startsDescending?: true }[] = [
  { key: 'container', title: 'Container' },
  { key: 'image', title: 'Image' },
  { key: 'main', title: 'Main class or jar' },
  { key: 'jdk', title: 'JDK' },
  { key: 'user', title: 'User' },
  { key: 'cpu', title: 'CPU', startsDescending: true },
  { key: 'heap', title: 'Heap', startsDescending: true },
  { key: 'uptime', title: 'Up', startsDescending: true },
  { key: 'engine', title: 'Engine' },
]
