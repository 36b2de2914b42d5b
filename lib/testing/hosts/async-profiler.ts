/** async-profiler's library for tests, fetched once and kept beside the images that tests are made of. */
import { cacheDirectory } from '../../../examples/images/cache.ts'
import { bringAsyncProfiler } from '../../launch/async-profiler.ts'

/** What HEARTH_ASYNC_PROFILER is in tests: set by `npm test`, looked up when one file runs by itself. */
export async function asyncProfilerForTests(say: (line: string) => void = () => {}): Promise<string> {
  const given = process.env.HEARTH_ASYNC_PROFILER
  if (given !== undefined && given !== '') return given
  const path = await bringAsyncProfiler({ directory: cacheDirectory, mayInstall: false, say })
  if (path === null) throw new Error('no async-profiler: Maven must be there, and reach Maven Central once')
  return path
}
