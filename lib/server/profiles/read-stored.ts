import { buffer } from 'node:stream/consumers'
import type { Store } from '../../store/store.ts'

/** Reads a whole profile as it is stored, packed with gzip; null where its bytes are gone. */
export async function readStored(profiles: Pick<Store['profiles'], 'open'>, id: string): Promise<Uint8Array | null> {
  const stored = await profiles.open(id)
  return stored && new Uint8Array(await buffer(stored.stream))
}
