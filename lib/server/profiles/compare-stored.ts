/** Two stored profiles set against each other, in the thread that reads profiles. */
import { type ComparedProfiles, compareProfiles } from '../../contract/compare-profiles.ts'
import { decodeStored } from './decode-stored.ts'

/** Two blobs of the store. */
export interface StoredPair {
  readonly before: Uint8Array
  readonly after: Uint8Array
  /** How many functions are wanted at most. */
  readonly limit: number
}

/** Compares two stored profiles. Throws: Problem `unreadable-profile`, `not-comparable`. */
export function compareStored({ before, after, limit }: StoredPair): ComparedProfiles {
  return compareProfiles(decodeStored(before), decodeStored(after), limit)
}
