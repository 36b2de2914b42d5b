const shape = 'grid gap-x-4 gap-y-1 px-2 lg:items-center'
const plain =
  'grid-cols-[minmax(0,1fr)_auto] lg:grid-cols-[minmax(0,1.8fr)_minmax(0,1.5fr)_minmax(8rem,0.8fr)_5.5rem_8rem_6rem_5.5rem_2rem]'
const withChoice =
  'grid-cols-[1.25rem_minmax(0,1fr)_auto] lg:grid-cols-[1.25rem_minmax(0,1.8fr)_minmax(0,1.5fr)_minmax(8rem,0.8fr)_5.5rem_8rem_6rem_5.5rem_2rem]'

/** The columns of a list of profiles: its title and each of its rows have the same. */
export function rowGrid(hasChoice: boolean): string {
  return `${shape} ${hasChoice ? withChoice : plain}`
}
