/**
 * A container whose JVM can be made to answer no attach request, as in an endless pause: its only attach listener is
 * busy.
 */
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import { join } from 'node:path'
import { findJdk } from '../../host/jvm/jdk.ts'
import { waitUntil } from '../wait-until.ts'
import { type ContainerOptions, runContainer, type TestContainer } from './containers.ts'

/** Compiling the agent needs a C compiler. */
export const canBeSilenced = fs.existsSync('/usr/bin/cc')

const busyAgent = `
#include <jvmti.h>
#include <stdio.h>
#include <unistd.h>
JNIEXPORT jint JNICALL Agent_OnAttach(JavaVM *vm, char *options, void *reserved) {
  fclose(fopen("/tmp/busy", "w"));
  while (access("/tmp/go", F_OK) != 0) usleep(1000);
  unlink("/tmp/busy");
  return 0;
}`

export interface SilentJvm extends AsyncDisposable {
  readonly container: TestContainer
  readonly hostPid: number
  /** The path of its /tmp for this process. */
  readonly tmp: string
  /** When this has resolved, it answers no request. */
  silence(): Promise<void>
  /** When this has resolved, it answers again. */
  wake(): Promise<void>
}

export async function runSilentJvm(options: ContainerOptions): Promise<SilentJvm> {
  const directory = fs.mkdtempSync('/var/tmp/hearth-silent-')
  fs.chmodSync(directory, 0o755)
  fs.writeFileSync(join(directory, 'agent.c'), busyAgent)
  const include = `${findJdk()!.home}/include`
  const files = [join(directory, 'agent.c'), '-o', join(directory, 'agent.so')]
  execFileSync('/usr/bin/cc', ['-shared', '-fPIC', `-I${include}`, `-I${include}/linux`, ...files])
  const container = await runContainer({ ...options, mounts: { [directory]: '/agent' } })
  const hostPid = (await container.jvmPids())[0]!
  const tmp = `/proc/${hostPid}/root/tmp`
  let ended: Promise<unknown> = Promise.resolve()
  return {
    container,
    hostPid,
    tmp,
    async silence() {
      // In its own process: in this one it would block the next request.
      ended = once(loadInBackground(hostPid, '/agent/agent.so'), 'exit')
      await waitUntil('the listener is busy', () => fs.existsSync(`${tmp}/busy`))
    },
    async wake() {
      fs.writeFileSync(`${tmp}/go`, '')
      await ended
    },
    async [Symbol.asyncDispose]() {
      await container.stop()
      await ended
      fs.rmSync(directory, { recursive: true })
    },
  }
}

function loadInBackground(hostPid: number, library: string) {
  const [attach, pinned] = ['../../host/attach/attach.ts', '../../host/process/pinned-process.ts'].map(
    (path) => new URL(path, import.meta.url).href,
  )
  const script = `
    import { loadAgent } from '${attach}'
    import { pinProcess } from '${pinned}'
    await loadAgent(pinProcess(${hostPid}), 'shop', '${library}', '', { timeoutMs: 120_000 }).catch(() => undefined)`
  return spawn(process.execPath, ['--input-type=module', '--eval', script], { stdio: 'inherit' })
}
