/** A symbol map that a JVM writes after the capture has given up waiting, for example for want of CPU. */
import fs from 'node:fs'
import { expect, test } from 'vitest'
import { openLateFiles } from '../../collector/captures/late-files.ts'
import { pinProcess } from '../../host/process/pinned-process.ts'
import { canBeSilenced, runSilentJvm } from '../../testing/hosts/silent-jvm.ts'
import { waitUntil } from '../../testing/wait-until.ts'
import { openJvmSession } from '../jvm/jvm-session.ts'
import { openSymbolMaps } from './symbol-maps.ts'

test.skipIf(!canBeSilenced)(
  'it is removed, and a file that another program writes there stays',
  async () => {
    const directory = fs.mkdtempSync('/var/tmp/hearth-late-')
    await using silent = await runSilentJvm({ image: 'debian-jdk17' })
    using process = pinProcess(silent.hostPid)
    const signal = new AbortController().signal
    await using files = openLateFiles(directory, (error) => {
      throw error
    })
    await using jvm = openJvmSession(process, null)
    const map = `${silent.tmp}/perf-${jvm.status.namespacePid}.map`
    const maps = await openSymbolMaps(jvm, { directory, perfMapAgent: undefined, captureId: 'a'.repeat(32) }, signal)
    const announced = await maps.prepare()
    await silent.silence()
    await expect(maps.take(1000, signal)).rejects.toMatchObject({ code: 'attach-timeout' })
    expect(fs.existsSync(map)).toBe(false)
    expect(announced).toContainEqual(maps.late()[0])

    await silent.wake()
    await waitUntil('the late map is written', () => fs.existsSync(map))
    files.add(announced) // as a restart of the collector does from its journal
    await files.settled()
    expect(fs.existsSync(map)).toBe(false)

    fs.writeFileSync(map, 'of another program')
    await files.sweep(() => false)
    expect(fs.readFileSync(map, 'utf8')).toBe('of another program')
    fs.rmSync(directory, { recursive: true })
  },
  120_000,
)
