/**
 * Finds the value of a name: that of the innermost package of the index that the name is in. Callers ask for 200,000
 * names at a time, so `find` looks up only the packages that a name is in, however many the index has. The last part of
 * a name is no package.
 *
 *     of ['org.springframework', 'spring'], ['org.springframework.cglib', 'reflection']
 *     org.springframework.web.Foo.bar gives spring, org/springframework/cglib/Foo.bar gives reflection
 */
export interface PackageIndex<Value> {
  /** null for a name in none of the packages. */
  find(name: string): Value | null
}

export function createPackageIndex<Value>(entries: Iterable<readonly [string, Value]>): PackageIndex<Value> {
  const values = new Map(entries)
  const mostParts = Math.max(0, ...[...values.keys()].map((name) => name.split('.').length))
  return {
    find(name) {
      const slash = name.indexOf('/')
      const dotted = slash > 0 ? name.replaceAll('/', '.') : name
      let found: Value | null = null
      let end = dotted.indexOf('.')
      for (let parts = 1; end > 0 && parts <= mostParts; parts++) {
        found = values.get(dotted.slice(0, end)) ?? found
        end = dotted.indexOf('.', end + 1)
      }
      return found
    },
  }
}
