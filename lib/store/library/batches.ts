/** One statement of SQLite takes 32,766 values; so few also take no longer than others can wait for their turn. */
const batchSize = 500

/** All of them, in lists that one statement can hold. */
export function* batchesOf<Value>(all: readonly Value[]): Generator<readonly Value[]> {
  for (let from = 0; from < all.length; from += batchSize) yield all.slice(from, from + batchSize)
}
