/** Where a profile that was recorded here comes from and how far it can be trusted. */
import { hostFiles } from '../host/kernel/named-files.ts'
import type { CaptureRequest } from '../contract/capture.ts'
import type { Target } from '../contract/target.ts'
import type { EngineId } from '../contract/engines.ts'
import { kernelRelease, readKernelSettings } from '../host/kernel/kernel-settings.ts'
import type { EventId } from '../profile/model/event-ids.ts'
import type { Mark, ProfileWarning, Provenance } from '../profile/model/profile.ts'
import type { JvmVersion } from './jvm/jvm-session.ts'

export interface ProvenanceFacts {
  readonly engine: EngineId
  readonly event: EventId
  /** Mechanism that made the samples: `ctimer`, `cpu-clock`. */
  readonly mechanism: string | null
  readonly target: Target
  readonly request: CaptureRequest
  /** The version of the JVM; null where it was not asked. */
  readonly jvm: JvmVersion | null
  /** Unix ms. */
  readonly startedAt: number
  readonly durationMs: number
  /** Where it differs from the request's. */
  readonly frequencyHz?: number | null
  readonly lostSamples: number
  /** Commands of the tools that made it, as people would type them. */
  readonly commands: readonly (readonly string[])[]
  /** Most frames a stack may have; null when nothing cuts it. */
  readonly maxDepth: number | null
  readonly marks: readonly Mark[]
  readonly warnings: readonly ProfileWarning[]
  /** Versions of the tools, beside those of Hearth, the kernel and the JVM: `{ perf: '6.1.192' }`. */
  readonly versions?: Readonly<Record<string, string>>
}

/**
 * The part that is known before the recording is read; the parser adds its counts, and the program that runs the
 * capture adds vantage, overhead and the engines not used. Marks after the end are left out.
 */
export function captureProvenance(facts: ProvenanceFacts): Partial<Provenance> {
  const { target, request, jvm, durationMs } = facts
  return {
    engine: facts.engine,
    event: facts.event,
    mechanism: facts.mechanism,
    startedAt: facts.startedAt,
    durationMs,
    frequencyHz: facts.frequencyHz === undefined ? request.frequencyHz : facts.frequencyHz,
    target: describe(target),
    commands: facts.commands,
    versions: {
      hearth: hearthVersion(),
      ...facts.versions,
      kernel: kernelRelease(),
      ...(jvm === null ? {} : { jdk: jvm.text, jvm: jvm.build }),
    },
    sysctls: readKernelSettings(),
    lostSamples: facts.lostSamples,
    maxDepth: facts.maxDepth,
    marks: facts.marks.filter(({ fromMs }) => fromMs <= durationMs),
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

let knownVersion: string | undefined

function hearthVersion(): string {
  const read = () => {
    const text = hostFiles.readFileSync(new URL('../../package.json', import.meta.url), 'utf8')
    return (JSON.parse(text) as { version: string }).version
  }
  return (knownVersion ??= read())
}
