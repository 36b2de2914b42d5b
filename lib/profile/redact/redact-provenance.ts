import { engineSeparator } from '../model/engine-titles.ts'
import { eventIds } from '../model/event-ids.ts'
import { formatIds } from '../model/format-ids.ts'
import { frameKinds, type Mark, type ProfileWarning, type Provenance } from '../model/profile.ts'
import { isNamedByClass } from './is-named-by-class.ts'
import type { RedactionOptions } from './redaction.ts'

/** Names of our own readers; an import may say anything else of itself. */
const readers: readonly string[] = ['collapsed', 'difffolded', ...formatIds]
const plainValue = /^[\w:.-]{1,24}$/
const mechanisms =
  /^(?:ctimer|itimer|perf_events|cpu-clock|cpu-cycles|cycles|task-clock|wall|alloc|lock|CPUTimeSample|ExecutionSample|jdk\.\w+|sched:\w+|profile:hz:\d+)$/
/** Programs that every host has, beside the engines. The kernel's version would identify a host. */
const programs: readonly string[] = ['hearth', 'jdk', 'jvm']
const markLabels: Readonly<Record<Mark['kind'], string>> = {
  gc: 'garbage collection',
  safepoint: 'safepoint',
  throttled: 'throttled by a CPU limit',
}
/** What a warning of Hearth says without its numbers and names, where the words of its code do not say it. */
const plainWarnings: Readonly<Partial<Record<string, string>>> = {
  partial: 'Only a part was recorded.',
  'profiler-work': "A part of the recording was in the profiler's own code. It is not in the graph.",
}

/**
 * Gives the provenance that a stranger may see: how the profile was made and how far it can be trusted, all counts.
 * Sentences that others wrote may name anything, so they go with any names; the code of a warning stays. `engineNames`
 * are those of our own engines.
 */
export function redactProvenance(
  provenance: Provenance,
  { keepPackages, places: hidesLocations }: RedactionOptions,
  engineNames: readonly string[],
): Provenance {
  if (!hidesLocations && keepPackages === null) return provenance
  const { engine, event, mechanism, overhead, target, versions, resolution, marks, warnings, mergedFrom } = provenance
  const toolNames = [...engineNames, ...readers]
  const plainEngine = (name: string) =>
    name.split(engineSeparator).every((one) => toolNames.includes(one)) ? name : 'imported'
  return {
    ...provenance,
    engine: plainEngine(engine),
    event: eventIds.some((id) => id === event) ? event : 'other',
    mechanism: mechanism !== null && mechanisms.test(mechanism) ? mechanism : null,
    overhead: overhead && { ...overhead, attaches: overhead.attaches.map(({ ms }) => ({ what: 'hidden', ms })) },
    target: hidesLocations ? {} : withoutClasses(target),
    // Options of a profiler name methods, files and processes.
    commands: [],
    versions: Object.fromEntries(
      Object.entries(versions).filter(
        ([program, version]) => [...programs, ...engineNames].includes(program) && isPlainVersion(program, version),
      ),
    ),
    sysctls: hidesLocations ? {} : provenance.sysctls,
    resolution: Object.fromEntries(
      Object.entries(resolution).filter(([kind]) => frameKinds.some((known) => known === kind)),
    ),
    marks: marks.map((mark) => ({ ...mark, text: markLabels[mark.kind] })),
    // Without their reasons they say nothing.
    enginesNotUsed: [],
    warnings: warnings.map(({ code, count }) => withoutDetails(code, count)),
    mergedFrom: mergedFrom && {
      ...mergedFrom,
      profiles: mergedFrom.profiles.map((one) => ({ ...one, name: '', engine: plainEngine(one.engine) })),
    },
  }
}

function withoutDetails(code: string, count: number): ProfileWarning {
  if (!/^[a-z][a-z-]{0,40}$/.test(code)) return { code: 'other', text: 'The text of this warning is hidden.', count }
  const text = plainWarnings[code] ?? `Details are hidden: ${code.replaceAll('-', ' ')}.`
  return { code, text, count }
}

function withoutClasses(target: Record<string, string>): Record<string, string> {
  const { mainClass = null, jar = null, service, ...rest } = target
  if (service === undefined) return rest
  const container = rest['container'] ?? rest['image'] ?? null
  return isNamedByClass({ service, mainClass, jar, container }) ? rest : { service, ...rest }
}

/** The build of a JVM is a long text that HotSpot writes; others are a word. */
function isPlainVersion(program: string, version: string): boolean {
  return program === 'jdk' || program === 'jvm' ? /^[\w .+,:()/-]{1,200}$/.test(version) : plainValue.test(version)
}
