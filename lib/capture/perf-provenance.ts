/** Where a profile made with perf comes from and how far it can be trusted. */
import fs from 'node:fs'
import { type CaptureRequest, type Target } from '../contract.ts'
import { kernelRelease, readKernelSettings } from '../host/kernel-settings.ts'
import { runCommand } from '../host/run-command.ts'
import { type Mark, type Provenance, type ProfileWarning } from '../profile/profile.ts'
import { type JvmVersion } from './jvm-session.ts'

/** What a person may have expected, and why it was perf all the same. */
const enginesNotUsed: Provenance['enginesNotUsed'] = [
  { engine: 'async-profiler', reason: 'It loads a library into the JVM; Hearth does not carry one.' },
  { engine: 'JFR', reason: 'It sees Java frames only: no kernel, garbage collector or compiler threads.' },
]

export interface PerfFacts {
  readonly target: Target
  readonly request: CaptureRequest
  readonly jvm: JvmVersion
  readonly startedAt: number
  readonly durationMs: number
  readonly lostSamples: number
  readonly commands: readonly (readonly string[])[]
  readonly maxDepth: number | null
  readonly marks: readonly Mark[]
  readonly warnings: readonly ProfileWarning[]
}

/** The part that is known before the recording is read; the parser adds what it counts. */
export async function perfProvenance(facts: PerfFacts): Promise<Partial<Provenance>> {
  const { target, request, jvm } = facts
  return {
    engine: 'perf',
    event: request.event,
    startedAt: facts.startedAt,
    durationMs: facts.durationMs,
    frequencyHz: request.frequencyHz,
    target: describe(target),
    commands: facts.commands,
    versions: {
      hearth: hearthVersion(),
      perf: await perfVersion(),
      kernel: kernelRelease(),
      jdk: jvm.text,
      jvm: jvm.build,
    },
    sysctls: readKernelSettings(),
    lostSamples: facts.lostSamples,
    maxDepth: facts.maxDepth,
    marks: facts.marks,
    enginesNotUsed,
    warnings: facts.warnings,
  }
}

function describe({ service, container, jvm, hostPid, namespacePid, user }: Target): Record<string, string> {
  return {
    service,
    mainClass: jvm.mainClass,
    hostPid: `${hostPid}`,
    namespacePid: `${namespacePid}`,
    user: user.name ?? `${user.uid}`,
    ...(jvm.collector === null ? {} : { collector: jvm.collector }),
    ...(container === null
      ? {}
      : {
          container: container.name,
          containerId: container.id,
          image: container.image,
          ...(container.imageDigest === null ? {} : { imageDigest: container.imageDigest }),
        }),
  }
}

/** `perf version 6.1.192`. Throws: Problem `tool-missing`, `tool-failed`. */
export async function perfVersion(): Promise<string> {
  const { stdout } = await runCommand('perf', ['--version'], { timeoutMs: 10_000 })
  return stdout.trim().replace(/^perf version /, '')
}

function hearthVersion(): string {
  const manifest = JSON.parse(fs.readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
    version: string
  }
  return manifest.version
}
