import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { importedSchema } from '../../lib/contract/imports.ts'
import { type BigFile, bigFolded, bigPerfScript, writeBigFile } from './big-files.ts'
import { describeTimes, findWebProgram, putFile, signInVisitor, visit, watchPeaks } from './import-load.ts'
import { prepareInstance, removeInstance, startHearth } from '../support/hearth.ts'

/**
 * Files of a gigabyte come in while pages are opened. Prints; a number is never a failure. HEARTH_BENCH_IMPORT_BYTES
 * takes others.
 */

const bytes = Number(process.env['HEARTH_BENCH_IMPORT_BYTES'] ?? 2 ** 30)
const pages = ['/profiles', '/', '/api/v1/profiles']

for (const file of [bigFolded, bigPerfScript]) {
  test(`${file.name} of ${(bytes / 2 ** 20).toFixed(0)} MiB`, async () => {
    test.setTimeout(3_600_000)
    const directory = await mkdtemp(`${tmpdir()}/hearth-bench-`)
    const instance = await prepareInstance()
    try {
      const path = join(directory, file.name)
      await writeBigFile(file, path, bytes)
      const hearth = await startHearth(instance)
      try {
        await measure(file, path, await signInVisitor(hearth.signInLink), findWebProgram(hearth.hostPids()))
      } finally {
        await hearth.stop()
      }
    } finally {
      await removeInstance(instance)
      await rm(directory, { recursive: true })
    }
  })
}

async function measure(
  file: BigFile,
  path: string,
  visitor: Awaited<ReturnType<typeof signInVisitor>>,
  webPid: number,
) {
  const quiet = visit(visitor, pages)
  await expect.poll(() => quiet.count(), { timeout: 120_000 }).toBeGreaterThan(100)
  const without = await quiet.stop()
  const peaks = watchPeaks(webPid)
  const busy = visit(visitor, pages)
  const startedAt = performance.now()
  const { profiles } = importedSchema.parse(await putFile(visitor, path, file.name))
  const seconds = (performance.now() - startedAt) / 1000
  const meanwhile = await busy.stop()
  const { server, parser } = peaks()
  const [profile] = profiles
  console.log(`
${file.name}, ${(bytes / 2 ** 20).toFixed(0)} MiB, ${profile!.total.toLocaleString('en')} samples by weight, ${(profile!.bytes / 2 ** 20).toFixed(1)} MiB as stored
  read, checked and stored in ${seconds.toFixed(1)} s, ${(bytes / 2 ** 20 / seconds).toFixed(0)} MiB/s
  resident at most: server ${server.toFixed(0)} MiB (below 1,024: ${server < 1024 ? 'kept' : 'MISSED'}), parser ${parser.toFixed(0)} MiB
  ${describeTimes('pages before', without)}
  ${describeTimes('pages meanwhile', meanwhile)}`)
}
