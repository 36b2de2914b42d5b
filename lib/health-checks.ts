/** Every check of what the host has or lacks, in words. A code without what it costs and a remedy does not compile. */
import { capitalise } from './profile/format/capitalise.ts'
import { installCommand } from './findings.ts'
import { repairs } from './repairs.ts'

/** One thing the host has or lacks, as it crosses a wire. */
export interface HealthCheck {
  code: string
  ok: boolean
  /** It is not there, and all is well: nothing needs it. */
  isAbsent?: boolean | undefined
  title: string
  /** Which feature is lost without it; empty when ok. */
  costs: string
  remedy: string
  command: string | null
}

interface CheckText {
  /** Where all is well, unless the check says more. */
  readonly fine: string
  /** What is said where it is lacking, unless a Problem says more. */
  readonly title: string
  readonly costs: string
  readonly remedy: string
  readonly command: string | null
}

/** What is lost without perf; begins in lower case, as after "Without it, ". */
export const costOfNoPerf =
  'other engines are used; whole containers and hosts cannot be profiled, and there is no flight recorder'

const checkTexts = {
  'async-profiler': {
    fine: 'async-profiler',
    title: 'There is no async-profiler library',
    costs: 'Other engines are used; native memory and wall-clock time cannot be profiled.',
    remedy:
      'Fetch it from Maven Central, in the checkout of Hearth on this host, or set HEARTH_ASYNC_PROFILER to a copy of your own.',
    command: 'npm start -- --install-only',
  },
  perf: {
    fine: 'perf',
    title: 'perf does not run',
    costs: `${capitalise(costOfNoPerf)}.`,
    remedy: 'Install perf.',
    command: null,
  },
  'perf-permission': {
    fine: 'The collector may use perf events',
    title: 'The collector may not use perf events',
    costs: 'perf cannot be used, and only JVMs of our own user can be profiled.',
    remedy: 'Start Hearth as root.',
    command: 'sudo npm start',
  },
  'kernel-symbols': {
    fine: 'The kernel shows the names of its functions',
    title: 'The kernel hides the names of its functions',
    costs: 'Kernel frames have no names.',
    ...repairs.kernelSymbols,
  },
  bpftrace: {
    fine: 'bpftrace is installed',
    title: 'bpftrace is not installed',
    costs: 'Off-CPU time cannot be profiled.',
    remedy: 'Install it.',
    command: installCommand('bpftrace'),
  },
  docker: {
    fine: 'Docker responds',
    title: 'Docker has not responded yet',
    costs: 'Containers have no names; JVMs are still found, in and outside of them.',
    remedy: 'Wait a few seconds.',
    command: 'systemctl start docker',
  },
  'helper-image': {
    fine: 'Helper containers can be started',
    title: 'The Docker engine has no image for helper containers',
    costs: 'JVMs that cannot be reached from the host cannot be profiled from a helper container either.',
    ...repairs.helperImage,
  },
  kubernetes: {
    fine: 'The API of the cluster answers',
    title: 'The API of the cluster has not answered yet',
    costs: 'Its pods may be outdated.',
    remedy: 'Wait a few seconds.',
    command: null,
  },
  'late-files': {
    fine: 'No file that a JVM was asked for is outstanding',
    title: 'A file that a JVM was asked for is not removed yet',
    costs: 'The JVM has been stopped, paused or too busy since it was asked.',
    remedy: 'Hearth removes it once the JVM has run again; there is nothing to do.',
    command: null,
  },
  'demo-jdk': {
    fine: 'A JDK can build the demo service',
    title: 'No JDK from 17 on with jlink was found',
    costs: 'The demo service cannot be started. Profiling needs no JDK.',
    remedy: 'Install one.',
    command: installCommand('default-jdk-headless'),
  },
  collector: {
    fine: 'The collector responds',
    title: 'The collector does not respond',
    costs: 'The list of JVMs may be old, and none can be profiled. Everything in the library still works.',
    remedy: 'Wait a few seconds.',
    command: null,
  },
} as const satisfies Record<string, CheckText>

type CheckCode = keyof typeof checkTexts

/** Gives a check with the texts that `checkTexts` has for it. */
export function checkOf(code: CheckCode, ok: boolean): HealthCheck {
  return ok ? passedCheck(code) : failedCheck(code)
}

/** Gives the check of something that the host has. `title` says more than the table, such as a version. */
export function passedCheck(code: CheckCode, title: string = checkTexts[code].fine): HealthCheck {
  return { code, ok: true, title, costs: '', remedy: '', command: null }
}

/** Gives the check of something that the host does not have and nothing needs. `title` says both. */
export function absentCheck(code: CheckCode, title: string): HealthCheck {
  return { ...passedCheck(code, title), isAbsent: true }
}

/** Gives the check of something that the host lacks. `more` replaces texts of the table, by those of a Problem, say. */
export function failedCheck(
  code: CheckCode,
  more: Partial<Pick<HealthCheck, 'title' | 'remedy' | 'command'>> = {},
): HealthCheck {
  const { title, costs, remedy, command } = checkTexts[code]
  return { code, ok: false, title, costs, remedy, command, ...more }
}
