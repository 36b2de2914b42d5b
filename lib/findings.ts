/**
 * Every finding of the doctor, in words. A check gives the code, the facts and the evidence; the table here gives
 * level, title, remedy and command, so the passive look and the active examination say the same. A code without a
 * remedy does not compile.
 */
import { capitalise } from './profile/format/capitalise.ts'
import { getEngineLabel } from './profile/model/engine-titles.ts'
import type { Problem } from './errors.ts'
import {
  loadRemedies,
  type LoadCause,
  type LoadObstacle,
  tmpRemedies,
  type TmpShortage,
  tmpShortage,
} from './errors/remedies.ts'
import { repairs } from './repairs.ts'

/** blocked: the engine cannot run. degraded: it runs, the graph lacks something. note: worth knowing. */
export const findingLevels = ['blocked', 'degraded', 'note'] as const

/**
 * One check of the doctor, as it crosses a wire.
 *
 *     { code: 'target-stopped', level: 'blocked', title: 'It is stopped, by SIGSTOP or a debugger.',
 *       evidence: 'State T in /proc/4711/stat', remedy: 'Resume it.', command: 'kill -CONT 4711' }
 */
export interface Finding {
  code: string
  level: (typeof findingLevels)[number]
  /** What it costs. */
  title: string
  /** The fact that decided, as read: `SigCgt 0000000000000000`. Empty where the title says it. */
  evidence: string
  remedy: string
  /** The one command that repairs it, where there is one. */
  command: string | null
}

interface FindingText<Facts> {
  readonly level: Finding['level']
  readonly title: (facts: Facts) => string
  readonly remedy: (facts: Facts) => string
  readonly command?: (facts: Facts) => string | null
}

type None = Record<never, never>

/** The facts of each code. A code without a row in `texts` does not compile, nor a row without a code. */
interface FactsByCode {
  // the JVM, for every engine
  'target-paused': { container: string | null }
  'target-stopped': { hostPid: number }
  'attach-disabled': None
  'attach-unanswered': None
  'signal-not-caught': { hasReducedSignals: boolean; isStarting: boolean }
  'attach-socket-forged': None
  'tmp-not-writable': { isContainer: boolean }
  'tmp-too-small': TmpShortage
  /** Another JVM than HotSpot: what it lacks for this engine. */
  'not-a-jvm': { lacks: 'attach' | 'jfr' }
  // perf and bpftrace
  'unsafe-file': None
  /** `obstacle`: what keeps it from loading the perf-map-agent that is configured; null when none is. */
  'perf-map-missing': { feature: number; obstacle: LoadObstacle | null }
  'perf-map-agent-loaded': None
  'no-frame-pointer': { isContainer: boolean }
  /** `library`: file name of the C library, for bpftrace's waits. */
  'waits-without-callers': { library: string }
  // async-profiler
  'async-profiler-missing': None
  'dynamic-loading-disabled': None
  'other-profiler': { profiler: string }
  'no-library-place': { isContainer: boolean }
  'jdk-too-old': { needs: number }
  'alloc-needs-symbols': { needs: number }
  'library-not-loaded': { obstacle: LoadObstacle | { kind: 'failed'; reason: string; cause: LoadCause } }
  'cpu-by-timers': None
  // JFR; `version` null: the runtime was linked without it
  'jfr-missing': { version: string | null }
  'java-samples-only': None
  'every-exception-recorded': None
  // helper containers
  'helper-image-missing': { image: string }
  'helper-rootless': None
  'helper-apparmor': None
  // Hearth itself
  'examination-timeout': { engine: string }
  'engine-blocked': { engine: string; label: string; blockId: string }
}

type FindingCode = keyof FactsByCode

const texts: { readonly [Code in FindingCode]: FindingText<FactsByCode[Code]> } = {
  'target-paused': {
    level: 'blocked',
    title: () => 'It is paused: a frozen JVM uses no CPU and does not respond.',
    remedy: () => 'Resume the container.',
    command: ({ container }) => container && `docker unpause ${shellQuoted(container)}`,
  },
  'target-stopped': {
    level: 'blocked',
    title: () => 'It is stopped, by SIGSTOP or a debugger.',
    remedy: () => 'Resume it.',
    command: ({ hostPid }) => `kill -CONT ${hostPid}`,
  },
  'attach-disabled': {
    level: 'blocked',
    title: () => 'Attaching is disabled (-XX:+DisableAttachMechanism).',
    remedy: () => 'Restart the service without this option.',
  },
  'attach-unanswered': {
    level: 'blocked',
    title: () => 'It opened no attach socket after the attach signal, and is not signalled again.',
    remedy: () =>
      'Attaching may be disabled where Hearth cannot read it. Restart the service with -XX:+StartAttachListener.',
  },
  'signal-not-caught': {
    level: 'blocked',
    title: ({ hasReducedSignals }) =>
      hasReducedSignals
        ? 'It was started with -Xrs: the attach signal would kill it.'
        : 'It does not catch SIGQUIT, so the attach signal would kill it.',
    remedy: ({ hasReducedSignals, isStarting }) =>
      !hasReducedSignals && isStarting
        ? 'It is still starting: check again in a few seconds.'
        : 'Restart it without -Xrs, or with -XX:+StartAttachListener.',
  },
  'attach-socket-forged': {
    level: 'blocked',
    title: () => 'The file at the path of its attach socket was not made by this JVM.',
    remedy: () => 'Remove .java_pid* from the container’s /tmp, and find out which program created it.',
  },
  'tmp-too-small': {
    level: 'blocked',
    title: (shortage) => `/tmp ${tmpShortage(shortage)}.`,
    remedy: ({ use }) => tmpRemedies[use],
  },
  'tmp-not-writable': {
    level: 'blocked',
    title: () => 'It cannot write to /tmp, where HotSpot creates its attach socket and symbol map.',
    remedy: () => 'Mount a tmpfs on /tmp.',
    command: ({ isContainer }) => (isContainer ? 'docker run --tmpfs /tmp …' : null),
  },
  'not-a-jvm': {
    level: 'blocked',
    title: ({ lacks }) =>
      lacks === 'attach'
        ? 'OpenJ9 uses another attach protocol than HotSpot.'
        : 'OpenJ9 has no Flight Recorder that Hearth can control.',
    remedy: () => 'Use perf, or run the service on a HotSpot JVM.',
  },
  'unsafe-file': {
    level: 'blocked',
    title: () => 'Another file is at the path of its symbol map.',
    remedy: () => 'Remove it from the container.',
  },
  'perf-map-missing': {
    level: 'degraded',
    title: ({ feature, obstacle }) =>
      `${noJavaNames} ${obstacle === null ? `JDK ${feature} cannot write a symbol map, except for builds of a few vendors.` : describeObstacle(obstacle, 'perf-map-agent')}`,
    remedy: ({ obstacle }) =>
      obstacle === null
        ? 'Use async-profiler, which needs no symbol map, set HEARTH_PERF_MAP_AGENT to a perf-map-agent library, or run the service on JDK 17 or later.'
        : loadRemedies[obstacle.kind],
  },
  'perf-map-agent-loaded': {
    level: 'note',
    title: () =>
      'Loading perf-map-agent may, rarely, crash the JVM: the agent as published closes its file while HotSpot may still report a method to it.',
    remedy: () => 'Use async-profiler, which needs no symbol map, or an agent that locks its file.',
  },
  'no-frame-pointer': {
    level: 'degraded',
    title: () => `It ${repairs.framePointers.loss}`,
    remedy: () => repairs.framePointers.remedy,
    command: ({ isContainer }) =>
      isContainer
        ? `docker run -e JAVA_TOOL_OPTIONS=${repairs.framePointers.option} …`
        : `export JAVA_TOOL_OPTIONS=${repairs.framePointers.option}`,
  },
  'waits-without-callers': {
    level: 'degraded',
    title: ({ library }) => `Most waits will have no callers: this ${library} is built without frame pointers.`,
    remedy: () => repairs.cLibraryFramePointers.remedy,
  },
  'async-profiler-missing': {
    level: 'blocked',
    title: () => 'Hearth has no async-profiler library for this machine.',
    remedy: () =>
      'Fetch it from Maven Central, in the checkout of Hearth on this host, or set HEARTH_ASYNC_PROFILER to a copy of your own.',
    command: () => 'npm start -- --install-only',
  },
  'dynamic-loading-disabled': {
    level: 'blocked',
    title: () => 'Loading agents is disabled (-XX:-EnableDynamicAgentLoading).',
    remedy: () => 'Use JFR or perf, which load no agent, or restart the service without this option.',
  },
  'other-profiler': {
    level: 'blocked',
    title: ({ profiler }) => `${capitalise(profiler)} is loaded already; two profilers would disturb each other.`,
    remedy: () => 'Use JFR or perf, or restart the service without that agent.',
  },
  'no-library-place': {
    level: 'blocked',
    title: () => 'It has no directory from which it could load a library.',
    remedy: () => 'Mount an executable tmpfs on its /tmp at the next start.',
    command: ({ isContainer }) => (isContainer ? 'docker run --tmpfs /tmp:exec …' : null),
  },
  'jdk-too-old': {
    level: 'blocked',
    title: ({ needs }) => `This needs Java ${needs} or later.`,
    remedy: () => 'Run the service on a later JDK.',
  },
  'alloc-needs-symbols': {
    level: 'degraded',
    title: () => 'Allocations are recorded only if the JVM has its debug symbols.',
    remedy: ({ needs }) => `Run the service on JDK ${needs} or later, or install the debug symbols of its JDK.`,
  },
  'library-not-loaded': {
    level: 'blocked',
    title: ({ obstacle }) => describeObstacle(obstacle, 'async-profiler'),
    remedy: ({ obstacle }) => loadRemedies[obstacle.kind === 'failed' ? obstacle.cause : obstacle.kind],
  },
  'cpu-by-timers': {
    level: 'note',
    title: () =>
      'It samples by a timer in each thread: without kernel frames, and at most once per tick of the kernel.',
    remedy: () => 'Use perf when time in the kernel matters.',
  },
  'jfr-missing': {
    level: 'blocked',
    title: ({ version }) =>
      version === null
        ? 'Its runtime was linked without Flight Recorder.'
        : `JDK ${version} has no free Flight Recorder.`,
    remedy: ({ version }) =>
      version === null ? 'Link it with the module jdk.jfr.' : 'Run the service on JDK 8u272, 11 or later.',
    command: ({ version }) => (version === null ? 'jlink --add-modules jdk.jfr …' : null),
  },
  'java-samples-only': {
    level: 'degraded',
    title: () => 'Samples Java code only, a few threads at a time: shares are reliable, amounts of CPU time are not.',
    remedy: () => 'For native code, the garbage collector and the kernel use async-profiler or perf.',
  },
  'every-exception-recorded': {
    level: 'note',
    title: () => 'Records every exception: a service that throws many thousands a second slows down.',
    remedy: () => 'Keep the capture short.',
  },
  'helper-image-missing': {
    level: 'blocked',
    title: ({ image }) => `The Docker engine has no image ${image}, which helper containers are made from.`,
    remedy: () => repairs.helperImage.remedy,
    command: () => repairs.helperImage.command,
  },
  'helper-rootless': {
    level: 'blocked',
    title: () => 'The Docker engine runs without root, so its containers have no rights over the kernel.',
    remedy: () => 'Use JFR or async-profiler, which need none, or profile from the host.',
  },
  'helper-apparmor': {
    level: 'blocked',
    title: () => 'AppArmor denies containers access to processes outside them.',
    remedy: () => 'Profile it from the host.',
  },
  'examination-timeout': {
    level: 'blocked',
    title: ({ engine }) => `${getEngineLabel(engine)} could not be checked in time.`,
    remedy: () => 'The JVM may be in a long pause, or the host busy. Check again in a minute.',
  },
  'engine-blocked': {
    level: 'blocked',
    title: ({ engine, label }) =>
      `${getEngineLabel(engine)} is blocked for ${label}: a JVM died within a minute of it.`,
    remedy: () => 'Find out why it died, then clear the block.',
    command: ({ blockId }) => `npx hearth unblock ${blockId}`,
  },
}

const noJavaNames = 'The graph will lack the names of Java methods.'

/** `Its image lacks libdl.so.2 and librt.so.1, which async-profiler needs.` */
function describeObstacle(obstacle: FactsByCode['library-not-loaded']['obstacle'], library: string): string {
  if (obstacle.kind === 'missing') return `Its image lacks ${joined(obstacle.files)}, which ${library} needs.`
  if (obstacle.kind === 'too-old') return `Its ${obstacle.file} lacks ${obstacle.version}, which ${library} needs.`
  return `Loading ${library} failed when it was last tried: ${obstacle.reason}.`
}

function joined(names: readonly string[]): string {
  return names.length < 2 ? names.join() : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`
}

/** What keeps Hearth from asking a JVM costs perf and bpftrace the names of Java methods, and no more. */
export function withoutJavaNames(finding: Finding): Finding {
  return { ...finding, level: 'degraded', title: `${finding.title} ${noJavaNames}` }
}

/** What a check found. `evidence`: the fact that decided, as read. */
export function createFinding<Code extends FindingCode>(
  code: Code,
  facts: FactsByCode[Code],
  evidence: string,
): Finding {
  const { level, title, remedy, command } = texts[code]
  return { code, level, title: title(facts), evidence, remedy: remedy(facts), command: command?.(facts) ?? null }
}

/** A failure of asking, as what stands in the way. */
export function findingFromProblem(problem: Problem): Finding {
  const { code, message: title, remedy, cause, facts } = problem
  const detail = cause instanceof Error ? cause.message : 'socket' in facts ? facts.socket : ''
  const evidence = title.includes(detail) ? '' : detail
  const command = code === 'tool-missing' && 'package' in facts ? installCommand(facts.package) : null
  return { code, level: 'blocked', title, evidence, remedy, command }
}

/** For Debian and Ubuntu. */
export function installCommand(packageName: string): string {
  return `apt-get install ${packageName}`
}

/** A container's name is plain by Docker's rules; what we print for a shell is plain in any case. */
function shellQuoted(name: string): string {
  return /^[\w.-]+$/.test(name) ? name : `'${name.replaceAll("'", String.raw`'\''`)}'`
}
