/** What the programs need to start, and of each other. */
import type { Explanations } from './explanation.ts'

export interface ProgramFacts {
  'invalid-config': { problems: string[] }
  'tls-unusable': { reason: string }
  'cannot-start': { reason: string; remedy: string }
  /** `isHearth`: the one that has the run directory, too. */
  'port-in-use': { bind: string; port: number; holder?: string; beside?: string; isHearth?: boolean }
  /** `hostPid`: the process to end. */
  'data-directory-locked': { path: string; holder: string; hostPid?: number; beside?: string }
  'data-directory-newer': { changes: readonly string[] }
  /** `holder`: the process in the way, where it is known. */
  'run-directory-locked': { path: string; holder?: string; beside?: string }
  'docker-unreachable': { socket: string; reason: string }
  'tool-missing': { tool: string; package: string }
  'tool-failed': { tool: string; exitCode: number | null; stderr: string }
  /** `capabilities`: what it takes where the kernel refuses for want of them, without `CAP_`. */
  'no-permission': { what: string; capabilities?: string[] }
  /**
   * `socket` is the name of the host where the collector is on another one. `isClosed`: this user may not open the
   * socket. `hasLeft`: `hearth join` was ended there.
   */
  'collector-unreachable': { socket: string; reason: string; isClosed?: boolean; hasLeft?: boolean }
  'collector-refused': { what: string }
  'demo-failed': { step: string; reason: string }
}

export const programExplanations: Explanations<ProgramFacts> = {
  'invalid-config': {
    status: 500,
    title: ({ problems }) => problems.map((problem) => `${problem}.`).join(' '),
    remedy: () => 'Correct these environment variables, then start it again.',
  },
  'tls-unusable': {
    status: 500,
    title: ({ reason }) => `The certificate or its key cannot be used: ${reason}.`,
    remedy: () =>
      'HEARTH_TLS_CERT and HEARTH_TLS_KEY name two files in PEM that belong together. The user of the web program (HEARTH_WEB_UID, 61717) must be able to read both, and they must not be below /run or /tmp.',
  },
  'cannot-start': {
    status: 500,
    title: ({ reason }) => reason,
    remedy: ({ remedy }) => remedy,
  },
  'port-in-use': {
    status: 409,
    title: ({ bind, port, holder, isHearth }) =>
      `${isHearth ? 'Hearth runs already' : 'Another program listens'} on ${bind}:${port}${holder === undefined ? '' : `: ${holder}`}.`,
    remedy: ({ beside = 'HEARTH_PORT=7118', isHearth }) =>
      isHearth
        ? `\`npx hearth sign-in\` prints a link to it. To start a second one beside it: ${beside} npm start`
        : `Stop it, or choose another port: ${beside} npm start`,
  },
  'data-directory-locked': {
    status: 409,
    title: ({ path, holder }) => `${path} is in use by another Hearth (${holder}).`,
    remedy: ({ hostPid, beside }) =>
      beside === undefined
        ? 'Stop that one, or set HEARTH_DATA to another directory.'
        : `Stop that one: \`kill ${hostPid}\`, or start beside it: \`${beside} npm start\``,
  },
  'data-directory-newer': {
    status: 409,
    title: ({ changes }) =>
      `The database in the data directory is of a newer Hearth: it has changes that this version does not know (${changes.join(', ')}).`,
    remedy: () =>
      'Start the newest Hearth that has run with it, or set HEARTH_DATA to another directory. Nothing was touched.',
  },
  'run-directory-locked': {
    status: 409,
    title: ({ path, holder }) => `Another Hearth is running with ${path}${holder === undefined ? '' : `: ${holder}`}.`,
    remedy: ({ beside }) =>
      beside === undefined
        ? 'Stop that one, or set HEARTH_RUN to another directory.'
        : `Stop that one, or start beside it: ${beside} npm start`,
  },
  'docker-unreachable': {
    status: 503,
    title: ({ socket, reason }) => `Docker does not answer at ${socket}: ${reason}.`,
    remedy: () =>
      'Start the Docker engine, or set DOCKER_HOST to the socket it listens on. JVMs outside containers are still listed.',
  },
  'tool-missing': {
    status: 503,
    title: ({ tool }) => `${tool} is not installed on this host.`,
    remedy: (facts) => `Install it: apt-get install ${facts.package}`,
  },
  'tool-failed': {
    status: 502,
    title: ({ tool, exitCode }) => `${tool} failed${exitCode === null ? '' : ` with exit code ${exitCode}`}.`,
    remedy: ({ stderr }) => `It said: ${stderr.trim() || 'nothing'}`,
  },
  'no-permission': {
    status: 403,
    title: ({ what }) => `The collector may not ${what}.`,
    remedy: ({ capabilities }) =>
      capabilities
        ? `Give it the ${capabilities.length === 1 ? 'capability' : 'capabilities'} ${capabilities.join(' and ')}, or SYS_ADMIN before Linux 5.8: \`securityContext.capabilities.add\` of a pod, \`--cap-add\` of Docker. Root outside containers has them, root in a container does not unless they are added.`
        : 'Start Hearth as root, or give its collector the missing capability.',
  },
  'collector-unreachable': {
    status: 503,
    title: ({ reason }) => `The collector does not answer: ${reason}.`,
    remedy: ({ socket, isClosed, hasLeft }) =>
      hasLeft
        ? `Run \`hearth join\` on ${socket} to connect it again.`
        : isClosed
          ? `Only root, and the web program that \`npm start\` started, may open ${socket}: run this as root. If it is the web program that may not, a directory above the socket is closed to it.`
          : socket.startsWith('/')
            ? '`npm start` starts it, and starts it again when it ends; its output says why it ended.'
            : `\`hearth join\` keeps ${socket} connected. Run it there if it has ended; else its output says what prevents it.`,
  },
  'collector-refused': {
    status: 403,
    title: ({ what }) => `The collector refused: ${what}.`,
    remedy: () => 'Only the web program that `npm start` started, and root, may speak to the collector.',
  },
  'demo-failed': {
    status: 502,
    title: ({ step, reason }) => `The demo service did not start (${step}): ${reason}.`,
    remedy: () => 'It needs a Docker engine and a JDK with jlink on this host.',
  },
}
