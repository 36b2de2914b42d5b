/** What JDK 8 to 16 need, played through on JDK 17 with a small agent that is made here; Hearth ships none. */
import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import {
  createContainerFile,
  readContainerFile,
  removeContainerFile,
} from '../../host/container-files/container-file.ts'
import { findJdk } from '../../host/jvm/jdk.ts'
import { type PinnedProcess, pinProcess } from '../../host/process/pinned-process.ts'
import { parsePerfMap } from '../../jvm/perf-map.ts'
import { type ContainerOptions, runContainer, type TestContainer } from '../../testing/hosts/containers.ts'
import { filesOf } from '../../testing/hosts/left-behind.ts'
import { waitUntil } from '../../testing/wait-until.ts'
import { type JvmSession, openJvmSession } from '../jvm/jvm-session.ts'
import { agentPathInContainer, loadPerfMapAgent } from './perf-map-agent.ts'
import { openSymbolMaps } from './symbol-maps.ts'

const signal = new AbortController().signal
const compiler = fs.existsSync('/usr/bin/cc')

/**
 * Like perf-map-agent: ends the JVM when it cannot open its file. Unlike it, it locks its file: HotSpot's service
 * thread may still report a method that was compiled just now while the thread that loads the agent closes the file.
 */
const agentSource = `
#include <jvmti.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
static FILE *map;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static void JNICALL loaded(jvmtiEnv *ti, jmethodID method, jint size, const void *at, jint n, const jvmtiAddrLocationMap *m, const void *i) {
  char *name; jclass type; char *owner;
  if ((*ti)->GetMethodName(ti, method, &name, NULL, NULL)) return;
  if ((*ti)->GetMethodDeclaringClass(ti, method, &type)) return;
  if ((*ti)->GetClassSignature(ti, type, &owner, NULL)) return;
  pthread_mutex_lock(&lock);
  if (map) fprintf(map, "%lx %x %s::%s\\n", (unsigned long)at, size, owner, name);
  pthread_mutex_unlock(&lock);
}
JNIEXPORT jint JNICALL Agent_OnAttach(JavaVM *vm, char *options, void *reserved) {
  char path[64]; jvmtiEnv *ti; jvmtiEventCallbacks on = {0}; jvmtiCapabilities can = {0};
  snprintf(path, sizeof path, "/tmp/perf-%d.map", getpid());
  if (!(map = fopen(path, "w"))) exit(0);
  (*vm)->GetEnv(vm, (void **)&ti, JVMTI_VERSION_1);
  can.can_generate_compiled_method_load_events = 1;
  (*ti)->AddCapabilities(ti, &can);
  on.CompiledMethodLoad = loaded;
  (*ti)->SetEventCallbacks(ti, &on, sizeof on);
  (*ti)->SetEventNotificationMode(ti, JVMTI_ENABLE, JVMTI_EVENT_COMPILED_METHOD_LOAD, NULL);
  (*ti)->GenerateEvents(ti, JVMTI_EVENT_COMPILED_METHOD_LOAD);
  (*ti)->SetEventNotificationMode(ti, JVMTI_DISABLE, JVMTI_EVENT_COMPILED_METHOD_LOAD, NULL);
  pthread_mutex_lock(&lock);
  fclose(map);
  map = NULL;
  pthread_mutex_unlock(&lock);
  return 0;
}`

let directory: string
beforeEach(() => void (directory = fs.mkdtempSync('/var/tmp/hearth-agent-')))
afterEach(() => fs.rmSync(directory, { recursive: true }))

function compileAgent(): string {
  const include = `${findJdk()!.home}/include`
  const library = `${directory}/agent.so`
  fs.writeFileSync(`${directory}/agent.c`, agentSource)
  execFileSync('/usr/bin/cc', [
    '-shared',
    '-fPIC',
    `-I${include}`,
    `-I${include}/linux`,
    '-o',
    library,
    `${directory}/agent.c`,
  ])
  return library
}

/** A JVM as we would meet JDK 11: it does not know Compiler.perfmap. */
async function withOldJvm(
  container: ContainerOptions,
  use: (jvm: JvmSession, process: PinnedProcess, container: TestContainer) => Promise<void>,
): Promise<void> {
  await using running = await runContainer(container)
  const [hostPid] = await running.jvmPids()
  using process = pinProcess(hostPid!)
  {
    await using jvm = openJvmSession(process, null)
    const old: JvmSession = {
      ...jvm,
      version: async () => ({ ...(await jvm.version()), feature: 11 }),
      diagnose: (command, options) =>
        command[0] === 'help' ? Promise.resolve('VM.version\n') : jvm.diagnose(command, options),
    }
    await use(old, process, running)
  }
  expect(await running.jvmPids()).toContain(hostPid)
}

describe('a JVM that cannot write its symbol map', () => {
  test('says what it would need when no agent is configured', async () => {
    await withOldJvm({ image: 'scratch-jdk17' }, async (jvm) => {
      const options = { directory, perfMapAgent: undefined, captureId: 'a'.repeat(32) }
      await expect(openSymbolMaps(jvm, options, signal)).rejects.toMatchObject({ code: 'perf-map-missing' })
    })
  })

  test.skipIf(!compiler)('gets the agent, twice, and neither library nor map stays', async () => {
    const library = compileAgent()
    await withOldJvm({ image: 'scratch-jdk17' }, async (jvm, { hostPid }) => {
      const files = filesOf(hostPid)
      const maps = await openSymbolMaps(jvm, { directory, perfMapAgent: library, captureId: 'a'.repeat(32) }, signal)
      for (let round = 0; round < 2; round++) {
        const cleanup = await maps.prepare()
        expect(cleanup.flatMap((record) => (record.kind === 'container-file' ? [record.path] : []))).toEqual([
          '/tmp/perf-1.map',
          await agentPathInContainer(library),
        ])
        const { path } = await maps.take(60_000, signal)
        const { map } = parsePerfMap(fs.readFileSync(path))
        expect(map.names.some((name) => name.startsWith('Ljava/lang/String;::'))).toBe(true)
      }
      expect(filesOf(hostPid).filter((line) => !line.includes('.java_pid'))).toEqual(files)
    })
  })

  test('is not given one that it would die of: its /tmp must be writable', async () => {
    fs.writeFileSync(`${directory}/agent.so`, 'not loaded')
    // A socket is there already, so that attaching itself works.
    const options = ['-XX:+StartAttachListener']
    await withOldJvm({ image: 'debian-jdk17', javaOptions: options }, async (jvm, process, container) => {
      await container.exec(['/bin/chmod', '755', '/tmp'], '0')
      await expect(loadPerfMapAgent(jvm, `${directory}/agent.so`, signal)).rejects.toMatchObject({
        code: 'tmp-not-writable',
      })
    })
  })

  test('keeps a library that is there already: writing over it could kill it', async () => {
    fs.writeFileSync(`${directory}/agent.so`, 'ours')
    await withOldJvm({ image: 'scratch-jdk17' }, async (jvm, process) => {
      const path = await agentPathInContainer(`${directory}/agent.so`)
      createContainerFile(process, path, {
        mode: 0o555,
        uid: jvm.status.uid,
        gid: jvm.status.gid,
        contents: Buffer.from('theirs'),
      })
      await expect(loadPerfMapAgent(jvm, `${directory}/agent.so`, signal)).rejects.toMatchObject({
        code: 'unsafe-file',
      })
      expect(readContainerFile(process, path, { maxBytes: 100 })?.toString()).toBe('theirs')
      removeContainerFile(process, path)
    })
  })

  test.skipIf(!compiler)('is not given one that it would die of: a map of another user lies there', async () => {
    const library = compileAgent()
    await withOldJvm({ image: 'debian-jdk17' }, async (jvm, { hostPid }, container) => {
      await container.exec(['/bin/touch', `/tmp/perf-${jvm.status.namespacePid}.map`], '4711:4711')
      const maps = await openSymbolMaps(jvm, { directory, perfMapAgent: library, captureId: 'a'.repeat(32) }, signal)
      await expect(maps.prepare()).rejects.toMatchObject({ code: 'unsafe-file' })
      expect(filesOf(hostPid).some((line) => line.includes('.hearth'))).toBe(false)
    })
  })

  test.skipIf(!compiler)('would die of it: the agent itself ends it when it cannot write its map', async () => {
    const library = compileAgent()
    await using container = await runContainer({ image: 'debian-jdk17' })
    const [hostPid] = await container.jvmPids()
    using process = pinProcess(hostPid!)
    await using jvm = openJvmSession(process, null)
    await jvm.version()
    const { uid, gid, namespacePid } = jvm.status
    const path = await agentPathInContainer(library)
    createContainerFile(process, path, { mode: 0o555, uid, gid, contents: fs.readFileSync(library) })
    await container.exec(['/bin/sh', '-c', `mkdir /tmp/perf-${namespacePid}.map`], '0')
    await expect(jvm.loadAgent(path, '', signal)).rejects.toThrow()
    await waitUntil('it is gone', async () => !(await container.jvmPids().catch((): number[] => [])).includes(hostPid!))
  })

  test.skipIf(!compiler)('gets another version of the agent under another name, and lives with both', async () => {
    const library = compileAgent()
    const newer = `${directory}/newer.so`
    // Other bytes, the same program: what follows the last section is not looked at.
    fs.writeFileSync(newer, Buffer.concat([fs.readFileSync(library), Buffer.from('newer')]))
    expect(await agentPathInContainer(newer)).not.toBe(await agentPathInContainer(library))
    await withOldJvm({ image: 'scratch-jdk17' }, async (jvm, { hostPid }) => {
      for (const perfMapAgent of [library, newer, library]) {
        const maps = await openSymbolMaps(jvm, { directory, perfMapAgent, captureId: 'a'.repeat(32) }, signal)
        await maps.prepare()
        const { path } = await maps.take(60_000, signal)
        expect(parsePerfMap(fs.readFileSync(path)).map.length).toBeGreaterThan(10)
        fs.rmSync(path)
      }
      expect(filesOf(hostPid).some((line) => line.includes('.hearth'))).toBe(false)
    })
  })

  test('tells why it could not load it, and the library is removed', async () => {
    fs.writeFileSync(`${directory}/agent.so`, 'this is no library')
    await withOldJvm({ image: 'scratch-jdk17' }, async (jvm, process) => {
      await expect(loadPerfMapAgent(jvm, `${directory}/agent.so`, signal)).rejects.toMatchObject({
        code: 'attach-failed',
      })
      expect(filesOf(process.hostPid).some((line) => line.includes('.hearth'))).toBe(false)
    })
  })
})
