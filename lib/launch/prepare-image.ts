/**
 * The Dockerfile of Hearth's image runs this. It builds the pages, and puts the library of async-profiler, whose hash
 * is pinned, beside the code.
 */
import { copyFile, mkdir } from 'node:fs/promises'
import { fetchAsyncProfiler } from './async-profiler.ts'
import { buildPages } from './build.ts'
import { checkout } from './checkout.ts'

await buildPages(console.log)
// The Dockerfile brings Maven.
const library = await fetchAsyncProfiler({ directory: '/tmp/tools', mayInstall: false, report: console.log })
await mkdir(`${checkout}/async-profiler/lib`, { recursive: true })
// Without it Hearth has the other engines; fetchAsyncProfiler has printed why it is missing.
if (library !== null) await copyFile(library, `${checkout}/async-profiler/lib/libasyncProfiler.so`)
