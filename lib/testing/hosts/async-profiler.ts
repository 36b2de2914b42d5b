/** async-profiler's library for tests, fetched once and kept beside the images that tests are made of. */
import { cacheDirectory } from '../../../examples/images/cache.ts'
import { fetchAsyncProfiler } from '../../launch/async-profiler.ts'

/** What HEARTH_ASYNC_PROFILER is in tests: set by `npm test`, looked up when one file runs by itself. */
export async function asyncProfilerForTests(report: (line: string) => void = () => {}): Promise<string> {
  const configured = process.env.HEARTH_ASYNC_PROFILER
  if (configured !== undefined && configured !== '') return configured
  const path = await fetchAsyncProfiler({ directory: cacheDirectory, mayInstall: false, report })
  if (path === null) throw new Error('no async-profiler: Maven must be there, and reach Maven Central once')
  return path
}
