/** Captures, their engines and helper containers. */
import type { Explanations } from './explanation.ts'
import { getEngineLabel } from '../profile/model/engine-titles.ts'
import { formatCountOf } from '../profile/format/units.ts'

export interface CaptureFacts {
  'capture-busy': { running: number; limit: number }
  'jvm-busy': { target: string; requestedBy: string; differences: string }
  /** `isClean`: nothing of it is left, or else the capture says what; undefined where that is not known. */
  'capture-interrupted': { phase: string; isClean?: boolean }
  /** `isKept`: its profile was on disk. `link`: where the page of the capture is. */
  'collector-gone': { phase: string; isKept: boolean; link: string }
  'capture-broken': { phase: string; reason: string }
  /**
   * `seconds` is null where the recording ended before all of them had passed. `end`: of a JVM that was paused or
   * stopped, `the container was paused after 4.2 s`.
   */
  'nothing-recorded': { target: string; seconds: number | null; reason: string; end?: string }
  /** `able`: the titles of the engines that could. */
  'no-engine': { reasons: string; able: readonly string[] }
  'engine-blocked': { engine: string; label: string; reason: string; blockId: string }
  'not-recording': { state: string }
  'host-not-visible': Record<never, never>
  'off-cpu-missing': { reason: string }
  'cgroup-not-found': { reason: string }
  'no-container': { target: string }
  'helper-image-missing': { image: string }
  'helper-refused': { reason: string }
  'helper-failed': { reason: string }
  'helper-image-failed': { reason: string }
  'async-profiler-missing': { reason: string }
}

/** As pages say it: captureStateLabels in lib/contract, which this may not see. */
const doing = (phase: string) => (phase === 'symbolising' ? 'naming frames' : phase)

export const captureExplanations: Explanations<CaptureFacts> = {
  'capture-busy': {
    status: 429,
    title: ({ running, limit }) =>
      `${formatCountOf(running, 'capture')} ${running === 1 ? 'is' : 'are'} running on this host; the limit is ${limit}.`,
    remedy: () => 'Wait until one ends, or cancel it.',
  },
  'jvm-busy': {
    status: 409,
    title: ({ target, requestedBy, differences }) =>
      `${target} is being captured already, begun by ${requestedBy}, with ${differences}.`,
    remedy: () =>
      'An option that is not given has its default. A JVM takes one capture at a time, and that one goes on. Wait until it ends, end it with `npx hearth save JVM`, or follow it: with the same options.',
  },
  'capture-interrupted': {
    status: 500,
    title: ({ phase }) => `The collector ended while this capture was ${doing(phase)}.`,
    remedy: ({ isClean }) =>
      isClean === true
        ? 'Nothing of it was kept: what it had started was ended, and its files were removed. Profile again.'
        : `Nothing of it was kept.${isClean === undefined ? ' A profiler that it may have left in the JVM ends by its own limit, up to a minute later than asked for.' : ''} Profile again.`,
  },
  'collector-gone': {
    status: 503,
    title: ({ phase, isKept }) =>
      isKept
        ? 'The collector ended before this command had the profile, and has not started again.'
        : `The collector ended while this capture was ${doing(phase)}, and has not started again.`,
    remedy: ({ isKept, link }) =>
      isKept
        ? `The profile is kept on disk: once Hearth runs again (\`npm start\`), ${link} shows it.`
        : `Nothing of it is kept. Once Hearth runs again (\`npm start\`), it ends and removes what the recording left in the JVM; ${link} says so.`,
  },
  'capture-broken': {
    status: 500,
    title: ({ phase, reason }) => `Hearth failed while this capture was ${doing(phase)}: ${reason}.`,
    remedy: () => 'Please report it with the log of the collector.',
  },
  'nothing-recorded': {
    status: 422,
    title: ({ target, seconds, reason, end }) =>
      end === undefined
        ? `No samples of ${target}${seconds === null ? '' : ` in ${seconds} s`}. ${reason}`
        : `No samples of ${target}: ${end}.`,
    remedy: ({ end }) =>
      end === undefined ? 'Record again while it is under load, or for longer.' : 'Record again once it runs.',
  },
  'no-engine': {
    status: 422,
    title: ({ reasons }) => `That cannot be recorded. ${reasons}`,
    remedy: ({ able }) =>
      able.length > 0
        ? `Choose ${able.join(' or ')}, or leave the choice of the engine to Hearth.`
        : 'Ask for other events, or for fewer at once.',
  },
  'engine-blocked': {
    status: 409,
    title: ({ engine, label, reason }) =>
      `Hearth does not use ${getEngineLabel(engine)} on ${label} any more, since a JVM of it died: ${reason}.`,
    remedy: ({ blockId }) =>
      `Choose another engine, or find out why it died and clear the block: \`npx hearth unblock ${blockId}\``,
  },
  'not-recording': {
    status: 409,
    title: ({ state }) => `There is nothing to keep of this capture: it is ${state}.`,
    remedy: () => 'Wait until it records, or cancel it.',
  },
  'host-not-visible': {
    status: 409,
    title: () => 'Hearth runs where it cannot see the JVM itself: in a container of its own, or on another machine.',
    remedy: () => 'Profile from a helper container, or start Hearth beside the JVMs, as root (docker run --pid=host).',
  },
  'off-cpu-missing': {
    status: 422,
    title: ({ reason }) => `This kernel does not report when a thread waits: ${reason}.`,
    remedy: () =>
      'Run Hearth as root on the host, with tracefs at /sys/kernel/tracing, or profile the event wall with async-profiler.',
  },
  'cgroup-not-found': {
    status: 422,
    title: ({ reason }) => `perf cannot find the container's control group: ${reason}`,
    remedy: () =>
      'Profile this JVM alone, or mount the host’s cgroup hierarchy where Hearth runs (docker run --cgroupns host).',
  },
  'no-container': {
    status: 422,
    title: ({ target }) => `${target} runs in no container, so there are no neighbours to profile with it.`,
    remedy: () => 'Profile this JVM alone, or the whole host.',
  },
  'helper-image-missing': {
    status: 503,
    title: ({ image }) => `The Docker engine has no image ${image}, which helper containers are made from.`,
    remedy: () => 'Build it once: `npx hearth build-helper`',
  },
  'helper-refused': {
    status: 502,
    title: ({ reason }) => `The Docker engine refused to start a helper container: ${reason}.`,
    remedy: () => 'Profile from the host instead, or allow the engine what it names.',
  },
  'helper-failed': {
    status: 502,
    title: ({ reason }) => `The helper container failed: ${reason}.`,
    remedy: () => 'Profile again; if its image is older than this Hearth, make a new one: `npx hearth build-helper`',
  },
  'helper-image-failed': {
    status: 502,
    title: ({ reason }) => `The image for helper containers could not be made: ${reason}.`,
    remedy: () => 'Its base image (BASE) must be a Debian or Ubuntu whose package mirror the Docker engine can reach.',
  },
  'async-profiler-missing': {
    status: 503,
    title: ({ reason }) => `There is no async-profiler: ${reason}.`,
    remedy: () =>
      'Run `npm start` where Maven Central can be reached, which fetches it, or set HEARTH_ASYNC_PROFILER to a copy of your own.',
  },
}
