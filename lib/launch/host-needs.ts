/** What Hearth needs of the machine besides Node, what is lost without each, and the packages that bring it. */
import { release } from 'node:os'
import { findJdk } from '../host/jvm/jdk.ts'
import { hasTool, runsAtAll } from '../host/command/run-command.ts'
import { findCompose } from '../host/docker/compose-project.ts'
import { costOfNoPerf } from '../health-checks.ts'

export interface HostDependency {
  readonly title: string
  /** What is lost without it, as what follows "Without it, ". */
  readonly costs: string
  readonly isMet: () => Promise<boolean>
  /**
   * The packages to install, by distribution. Releases call some packages differently: of each inner list the first
   * name is installed that apt knows.
   */
  readonly packages: Readonly<Record<Distribution, readonly (readonly string[])[]>>
}

export type Distribution = 'debian' | 'ubuntu'

const sandboxTools: HostDependency = {
  title: 'setpriv, unshare, prlimit and mount',
  costs: 'the web program and the parser cannot be locked away from the rest of the machine',
  isMet: async () => ['setpriv', 'unshare', 'prlimit', 'mount'].every(hasTool),
  packages: onBoth(['util-linux'], ['mount']),
}

const perf: HostDependency = {
  title: 'perf',
  costs: costOfNoPerf,
  // Ubuntu's perf is a script that looks for the one of the running kernel, so only a run tells.
  isMet: () => runsAtAll('perf', '--version'),
  packages: { debian: [['linux-perf']], ubuntu: [['linux-tools-generic'], [`linux-tools-${release()}`]] },
}

const bpftrace: HostDependency = {
  title: 'bpftrace',
  costs: 'no profiles by eBPF and none of time off the processor; the other engines do without',
  isMet: () => runsAtAll('bpftrace', '--version'),
  packages: onBoth(['bpftrace']),
}

const dockerEngine: HostDependency = {
  title: 'the Docker engine',
  costs: 'JVMs in containers are listed without the names of their containers, and there is no demo service',
  isMet: async () => hasTool('dockerd'),
  // dockerd runs iptables. It is named, since packages that docker.io only recommends are not installed.
  packages: onBoth(['docker.io'], ['iptables']),
}

const jdk: HostDependency = {
  title: 'a JDK',
  costs: 'the demo service cannot be built; nothing else needs it',
  isMet: async () => findJdk() !== undefined,
  // 17 is the oldest that can build the demo.
  packages: onBoth(['openjdk-17-jdk-headless', 'default-jdk-headless']),
}

const chromium: HostDependency = {
  title: 'Chromium',
  costs: 'the journeys in a browser cannot run',
  isMet: async () => hasTool('chromium-headless-shell'),
  packages: onBoth(['chromium-headless-shell', 'chromium']),
}

const debootstrap: HostDependency = {
  title: 'debootstrap',
  costs: 'the tests have no Debian image',
  isMet: async () => hasTool('debootstrap'),
  packages: onBoth(['debootstrap']),
}

const compose: HostDependency = {
  title: 'Docker Compose',
  costs: "no experiment can be run, and Hearth's compose file cannot be tried",
  isMet: async () => (await findCompose()) !== null,
  packages: {
    debian: [['docker-compose', 'docker-compose-plugin']],
    ubuntu: [['docker-compose-v2', 'docker-compose']],
  },
}

/** What `npm start` needs. */
export const hearthDependencies: readonly HostDependency[] = [sandboxTools, perf, bpftrace, dockerEngine, jdk]
/** What `npm test` needs. */
export const testDependencies: readonly HostDependency[] = [...hearthDependencies, chromium, debootstrap, compose]

/** Gives those of `needs` that this machine lacks. */
export async function findMissing(needs: readonly HostDependency[]): Promise<HostDependency[]> {
  const met = await Promise.all(needs.map((need) => need.isMet()))
  return needs.filter((_, index) => met[index] === false)
}

/** Gives packages that Debian and Ubuntu call the same. */
function onBoth(...packages: string[][]): HostDependency['packages'] {
  return { debian: packages, ubuntu: packages }
}
