/** Explains failures of what `hearth` is given: names of JVMs, pods, files, dashboards and experiments. */
import type { Explanations } from './explanation.ts'

/** The option of a command that names one of several. */
const podOptions = {
  clusters: { title: 'is in several clusters', option: '--context CLUSTER' },
  namespaces: { title: 'is in several namespaces', option: '-n NAMESPACE' },
  containers: { title: 'has several containers', option: '-c CONTAINER' },
} as const

export interface CommandLineFacts {
  /** `near`: names of listed JVMs that were perhaps meant. */
  'no-such-jvm': { name: string; near: string[] }
  /** `jvm` is none of those that are captured now. */
  'nothing-to-save': { jvm: string }
  /** `beginning`: of a profile's id, as the command was given it. */
  'no-such-profile': { beginning: string }
  /** `beginning`: of an experiment's id; `near`: ids that were perhaps meant, with their names. */
  'no-such-experiment': { beginning: string; near: string[] }
  /** `path`: as the command was given it. */
  'path-unreadable': { path: string; reason: string }
  'path-unwritable': { path: string; reason: string }
  'no-dashboard-here': { reason: string }
  'dashboard-unreachable': { url: string; reason: string }
  'dashboard-strange': { url: string; reason: string }
  'no-clusters': { url: string }
  /**
   * `what` as it was asked for, `deploy/shop in namespace web`; `clusters` where it is the cluster that is not there.
   */
  'no-such-pod': { what: string; near: string[]; clusters?: string[] }
  /** `parts` are what `name` has several of: of which one has to be named. */
  'pod-ambiguous': { name: string; parts: keyof typeof podOptions; among: string[] }
  'too-few-ready-pods': { name: string; ready: number; replicas: number }
  /** `problems`: what is wrong, each with its line and column. */
  'experiment-invalid': { file: string; problems: string[] }
  'experiment-running': { directory: string }
  'experiment-changed': { directory: string }
  'experiment-left': { what: string; reason: string }
  /** `remedy` where it is not to run the load again. */
  'unreadable-results': { reason: string; remedy?: string }
}

export const commandLineExplanations: Explanations<CommandLineFacts> = {
  'no-such-jvm': {
    status: 404,
    title: ({ name }) => `No JVM matches "${name}".`,
    remedy: ({ near }) =>
      near.length > 0 ? `Did you mean ${near.join(', ')}?` : '`hearth list` shows the JVMs of this host.',
  },
  'nothing-to-save': {
    status: 404,
    title: ({ jvm }) => `No capture of ${jvm} is under way.`,
    remedy: () => '`hearth capture` or `hearth record` starts one.',
  },
  'no-such-profile': {
    status: 404,
    title: ({ beginning }) => `No profile begins with "${beginning}".`,
    remedy: () => '`hearth profiles` lists them. Those in the trash are named by their whole id.',
  },
  'no-such-experiment': {
    status: 404,
    title: ({ beginning }) => `No experiment begins with "${beginning}".`,
    remedy: ({ near }) =>
      near.length > 0 ? `Did you mean ${near.join(', ')}?` : '`hearth experiment list` shows those of the dashboard.',
  },
  'path-unreadable': {
    status: 404,
    title: ({ path, reason }) => `${path} cannot be read: ${reason}.`,
    remedy: () => 'Check the path, as seen from the directory that the command runs in.',
  },
  'path-unwritable': {
    status: 400,
    title: ({ path, reason }) => `${path} cannot be written: ${reason}.`,
    remedy: () => 'Name a file in a directory that exists and that you may write to.',
  },
  /** Printed by commands that need a dashboard where there is none. */
  'no-dashboard-here': {
    status: 404,
    title: ({ reason }) => `No dashboard of Hearth runs here: ${reason}.`,
    remedy: () =>
      'Start it with `npm start`. One that runs elsewhere is named by HEARTH_URL and HEARTH_TOKEN, or by its HEARTH_DATA and HEARTH_PORT; one in a container is entered with docker exec.',
  },
  'dashboard-unreachable': {
    status: 503,
    title: ({ url, reason }) => `The dashboard at ${url} does not answer: ${reason}.`,
    remedy: () => 'Check that it runs, and that its URL, or HEARTH_URL, is its address as seen from this machine.',
  },
  'dashboard-strange': {
    status: 502,
    title: ({ url, reason }) => `The server at ${url} does not answer as Hearth does: ${reason}.`,
    remedy: () =>
      'Check its URL, or HEARTH_URL, and what stands between, such as a proxy that asks to sign in. A newer dashboard needs the command line of its own version.',
  },
  'no-clusters': {
    status: 404,
    title: ({ url }) => `The dashboard at ${url} lists no Kubernetes cluster.`,
    remedy: () =>
      'Set HEARTH_KUBECONFIG where it starts (docs/operations.md "Kubernetes"), or name another dashboard by HEARTH_URL and HEARTH_TOKEN.',
  },
  'no-such-pod': {
    status: 404,
    title: ({ what }) => `The dashboard lists no ${what}.`,
    remedy: ({ near, clusters }) => {
      if (clusters) return `Its clusters are ${clusters.join(', ')}.`
      return near.length > 0 ? `Did you mean ${near.join(', ')}?` : '`hearth list -A` shows the pods it lists.'
    },
  },
  'pod-ambiguous': {
    status: 400,
    title: ({ name, parts, among }) => `${name} ${podOptions[parts].title}: ${among.join(', ')}.`,
    remedy: ({ parts }) => `Name one with ${podOptions[parts].option}.`,
  },
  'too-few-ready-pods': {
    status: 409,
    title: ({ name, ready, replicas }) =>
      ready === 0
        ? `No pod of ${name} is ready.`
        : `${name} has ${ready} ready ${ready === 1 ? 'pod' : 'pods'}, not ${replicas}.`,
    remedy: ({ ready }) =>
      ready === 0
        ? 'Wait until one is ready, or name one that is not: pod/NAME. `hearth list -A` shows them.'
        : `Ask for --replicas ${ready}, or wait until more are ready.`,
  },
  'experiment-invalid': {
    status: 422,
    title: ({ file, problems }) => `${file} is not valid:\n${problems.map((problem) => `  ${problem}`).join('\n')}`,
    remedy: () => 'Correct it there, then try again. docs/experiments.md explains what may be in it.',
  },
  'experiment-running': {
    status: 409,
    title: ({ directory }) => `An experiment of ${directory} is under way.`,
    remedy: () => 'Wait for its end, or end it: with Ctrl-C in its terminal, or on the page that started it.',
  },
  'experiment-changed': {
    status: 409,
    title: ({ directory }) => `The experiment of ${directory} is not what was shown.`,
    remedy: () => 'Look at its plan again, then start it.',
  },
  'experiment-left': {
    status: 502,
    title: ({ what, reason }) => `${what} of an experiment cannot be removed: ${reason}.`,
    remedy: () => 'Take away what uses it, then run: hearth experiment clean DIR',
  },
  'unreadable-results': {
    status: 422,
    title: ({ reason }) => `These are no results of a load generator that Hearth can read: ${reason}.`,
    remedy: ({ remedy }) => remedy ?? 'Run the load again, and let it end by itself.',
  },
}
