/**
 * Failures of a JVM: its state, attaching to it, and its answers to an engine. `target` is the JVM's name for people.
 */
import type { Explanations } from './explanation.ts'
import { formatDuration } from '../profile/format/units.ts'
import { type LoadCause, loadRemedies, tmpRemedies, type TmpShortage, tmpShortage } from './remedies.ts'

export interface JvmFacts {
  /** `afterMs`: into its recording. `end`: of its container, `its container ran out of memory`. */
  'target-gone': { target: string; afterMs?: number; end?: string | undefined }
  'container-removed': { target: string; afterMs?: number }
  'target-changed': { target: string }
  'target-paused': { target: string }
  'target-stopped': { target: string; hostPid: number }
  'not-a-jvm': { target: string }
  'signal-not-caught': { target: string }
  'attach-disabled': { target: string }
  'attach-timeout': { target: string; seconds: number }
  'attach-unanswered': { target: string; seconds: number }
  'attach-failed': { target: string; reason: string }
  'attach-socket-forged': { target: string; reason: string }
  /** `other`: the JVM whose attach socket in /tmp has the same name as that of `target`. */
  'tmp-shared': { target: string; other: string; reason: string }
  'tmp-not-writable': { target: string; reason: string }
  'tmp-too-small': { target: string } & TmpShortage
  'unsafe-file': { path: string; reason: string }
  'perf-map-missing': { target: string; reason: string }
  'jfr-missing': { target: string; reason: string }
  'jfr-failed': { target: string; reason: string }
  'jdk-too-old': { target: string; version: string; needs: string }
  'no-library-place': { target: string; reason: string }
  /** `cause` is missing where an older Hearth sent it. */
  'library-not-loaded': { target: string; reason: string; cause?: LoadCause }
  'dynamic-loading-disabled': { target: string }
  'other-profiler': { target: string; profiler: string; library: string }
  'profiler-busy': { target: string }
  'profiler-refused': { target: string; reason: string }
}

export const jvmExplanations: Explanations<JvmFacts> = {
  'target-gone': {
    status: 410,
    title: ({ target, afterMs, end }) =>
      afterMs === undefined
        ? `${target} is no longer running.`
        : `The JVM ended ${formatDuration(afterMs)} into the recording${end === undefined ? '' : `: ${end}`}. No sample of ${target} was kept.`,
    remedy: () => 'Go back to the list: if its container restarted, the new JVM is there.',
  },
  'container-removed': {
    status: 410,
    title: ({ target, afterMs }) =>
      `The container ${target} was removed${afterMs === undefined ? '' : ` ${formatDuration(afterMs)} into the recording`}, and nothing of the recording could be kept.`,
    remedy: () => 'Go back to the list: if its service runs in a new container, the new JVM is there.',
  },
  'target-changed': {
    status: 409,
    title: ({ target }) => `${target} is not the process it was when you clicked; its PID was taken by another.`,
    remedy: () => 'Go back to the list and choose the JVM again. Nothing was signalled.',
  },
  'target-paused': {
    status: 409,
    title: ({ target }) => `${target} is paused; a frozen JVM uses no CPU and does not respond.`,
    remedy: () => 'Resume it: `docker unpause CONTAINER`',
  },
  'target-stopped': {
    status: 409,
    title: ({ target }) => `${target} is stopped, by SIGSTOP or a debugger.`,
    remedy: ({ hostPid }) => `Resume it: \`kill -CONT ${hostPid}\``,
  },
  'not-a-jvm': {
    status: 422,
    title: ({ target }) => `${target} is not a HotSpot JVM: no libjvm.so is mapped in it.`,
    remedy: () => 'Native images and other programs named java cannot be attached to. Nothing was signalled.',
  },
  'signal-not-caught': {
    status: 422,
    title: ({ target }) =>
      `${target} does not catch SIGQUIT (started with -Xrs, or still starting), so the attach signal would kill it.`,
    remedy: () =>
      'Restart it without -Xrs, or with -XX:+StartAttachListener; if it has just started, wait a few seconds. No signal was sent.',
  },
  'attach-disabled': {
    status: 422,
    title: ({ target }) => `Attaching to ${target} is disabled (-XX:+DisableAttachMechanism).`,
    remedy: () =>
      'Use perf, which records it without the names of Java methods, or restart the service without this option. Nothing was signalled.',
  },
  'attach-timeout': {
    status: 504,
    title: ({ target, seconds }) => `${target} did not answer within ${seconds} s.`,
    remedy: () =>
      'It may be in a long pause of its garbage collector, stopped, or starved of CPU. Try again in a minute.',
  },
  'attach-unanswered': {
    status: 422,
    title: ({ target, seconds }) => `${target} opened no attach socket within ${seconds} s of the attach signal.`,
    remedy: () =>
      'Attaching may be disabled where Hearth cannot read it; then the signal printed its threads into its log. It is not signalled again. Use perf, which records it without the names of Java methods, or restart the service with -XX:+StartAttachListener.',
  },
  'attach-failed': {
    status: 502,
    title: ({ target, reason }) => `${target} could not be attached to: ${reason}.`,
    remedy: () => 'The page of this JVM names the check that failed, with its repair.',
  },
  'attach-socket-forged': {
    status: 422,
    title: ({ target, reason }) => `The attach socket of ${target} is not its own: ${reason}.`,
    remedy: () =>
      'Remove .java_pid* from the container’s /tmp, and find out which program created it. Nothing was sent to it.',
  },
  'tmp-shared': {
    status: 422,
    title: ({ target, other, reason }) =>
      `${target} and ${other} share one /tmp, and HotSpot names their files there alike, by their PIDs: ${reason}.`,
    remedy: () =>
      'Give each container a /tmp of its own (docker run --tmpfs /tmp). Or try again when nothing is attached to the other JVM and its .java_pid* is gone. Nothing was sent to it.',
  },
  'tmp-not-writable': {
    status: 422,
    title: ({ target, reason }) => `${target} cannot write to its /tmp: ${reason}.`,
    remedy: () =>
      'Mount a tmpfs there (docker run --tmpfs /tmp), since HotSpot puts its attach socket and symbol map nowhere else.',
  },
  'tmp-too-small': {
    status: 422,
    title: ({ target, ...shortage }) => `/tmp of ${target} ${tmpShortage(shortage)}.`,
    remedy: ({ use }) => tmpRemedies[use],
  },
  'unsafe-file': {
    status: 422,
    title: ({ path, reason }) => `${path} in the container is not safe to read: ${reason}.`,
    remedy: () => 'Something in the container put it there. Remove it, then profile again.',
  },
  'perf-map-missing': {
    status: 502,
    title: ({ target, reason }) => `${target} wrote no symbol map: ${reason}.`,
    remedy: () =>
      'JDK 17 and later write it themselves; for JDK 8 to 16 set HEARTH_PERF_MAP_AGENT to a perf-map-agent library.',
  },
  'jfr-missing': {
    status: 422,
    title: ({ target, reason }) => `${target} has no Flight Recorder: ${reason}.`,
    remedy: () => 'Link its runtime with jdk.jfr (jlink --add-modules jdk.jfr), or choose another engine.',
  },
  'jfr-failed': {
    status: 502,
    title: ({ target, reason }) => `The Flight Recorder of ${target} refused: ${reason}.`,
    remedy: () =>
      'Check free space and permissions in the container’s /tmp, or choose another engine. No recording of Hearth is left running.',
  },
  'jdk-too-old': {
    status: 422,
    title: ({ target, version, needs }) => `${target} runs on Java ${version}, too old for this: it needs ${needs}.`,
    remedy: () => 'Run the service on a later JDK, or profile it with perf.',
  },
  'no-library-place': {
    status: 422,
    title: ({ target, reason }) => `${target} has no directory that it could load a library from: ${reason}.`,
    remedy: () => 'Give it one for its next start: docker run --tmpfs /tmp:exec ...',
  },
  'library-not-loaded': {
    status: 422,
    title: ({ target, reason }) => `${target} could not load async-profiler: ${reason}.`,
    remedy: ({ cause = 'unknown' }) => loadRemedies[cause],
  },
  'dynamic-loading-disabled': {
    status: 422,
    title: ({ target }) => `${target} was started with -XX:-EnableDynamicAgentLoading, so no agent can be loaded.`,
    remedy: () => 'Use JFR or perf, which load nothing, or restart the service without this option.',
  },
  'other-profiler': {
    status: 409,
    title: ({ target, profiler, library }) =>
      `${profiler} is in ${target} already (${library}); two would disturb each other.`,
    remedy: () => 'Use JFR or perf beside it, or restart the service without that agent.',
  },
  'profiler-busy': {
    status: 409,
    title: ({ target }) => `async-profiler is running in ${target} already.`,
    remedy: () =>
      'Wait until that capture ends. One that a killed Hearth left ends by itself half a minute after its time.',
  },
  'profiler-refused': {
    status: 502,
    title: ({ target, reason }) => `async-profiler failed in ${target}: ${reason}.`,
    remedy: () => 'Try another engine: JFR loads no library, and perf needs nothing from the JVM.',
  },
}
