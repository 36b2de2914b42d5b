import { existsSync, readFileSync } from 'node:fs'
import { onProblem } from '../errors.ts'
import { runCommand } from '../host/command/run-command.ts'
import { type Distribution, findMissing, type HostDependency } from './host-needs.ts'

/** How long apt-get may take to install packages. */
const aptTimeoutMs = 20 * 60_000

/** Gives whether Hearth installs here what is missing, and does not only name it. */
export function canInstall(): boolean {
  return readDistribution() !== undefined && process.getuid?.() === 0
}

/**
 * Finds out what is missing; where it may (Debian or Ubuntu, root, not opted out) it installs that, saying so first,
 * and says of the rest what it costs and the exact repair. Gives what is still missing.
 */
export async function installMissing(
  needs: readonly HostDependency[],
  mayInstall: boolean,
  report: (line: string) => void,
): Promise<HostDependency[]> {
  const missing = await findMissing(needs)
  if (missing.length === 0) return []
  const distribution = readDistribution()
  if (distribution === undefined || !mayInstall || !canInstall()) {
    for (const need of missing) report(explain(need, distribution))
    return missing
  }
  report(`Not on this machine yet: ${missing.map(({ title }) => title).join(', ')}.`)
  await installPackages(missing, distribution, report)
  const still = await findMissing(missing)
  for (const need of still) report(explain(need, distribution))
  return still
}

/**
 * Installs the packages of what is missing with apt-get. A failure is reported: Hearth starts without them. `run` runs
 * apt-get and apt-cache.
 */
export async function installPackages(
  missing: readonly HostDependency[],
  distribution: Distribution,
  report: (line: string) => void,
  run: typeof runCommand = runCommand,
): Promise<void> {
  const reportFailure = onProblem(({ message, remedy }) => report(`${message} ${remedy}`))
  // Lists of an earlier time may do.
  await apt(run, 'update').catch(reportFailure)
  const packages = await choosePackages(missing, distribution, run)
  if (packages.length === 0) return
  report(`Installing ${packages.join(', ')} (--no-install or HEARTH_INSTALL=0 would leave that to you) ...`)
  await apt(run, 'install', '--yes', '--no-install-recommends', ...packages).catch(reportFailure)
}

function explain({ title, costs, packages }: HostDependency, distribution: Distribution | undefined): string {
  const repair =
    distribution === undefined
      ? `Install ${title} with this system's package manager.`
      : `Repair: sudo apt-get install ${packages[distribution].map(([name]) => name).join(' ')}`
  return `Missing: ${title}. Without it, ${costs}. ${repair}`
}

async function choosePackages(
  missing: readonly HostDependency[],
  distribution: Distribution,
  run: typeof runCommand,
): Promise<string[]> {
  const chosen: string[] = []
  for (const names of missing.flatMap(({ packages }) => packages[distribution])) {
    for (const name of names) {
      if (!(await isAvailable(name, run))) continue
      chosen.push(name)
      break
    }
  }
  return chosen
}

async function isAvailable(name: string, run: typeof runCommand): Promise<boolean> {
  // apt-cache prints `Candidate: (none)` for a name that no package to install has.
  const policy = run('apt-cache', ['policy', '--', name])
  return /Candidate: (?!\(none\))/.test((await policy.catch(onProblem(() => ({ stdout: '' })))).stdout)
}

async function apt(run: typeof runCommand, ...args: string[]): Promise<void> {
  const proxies = Object.entries(process.env).filter(([name]) => /^(https?|no)_proxy$/i.test(name))
  // Another apt-get that runs is waited for, 300 s at most.
  await run('apt-get', ['--quiet=2', '-o', 'DPkg::Lock::Timeout=300', ...args], {
    env: { DEBIAN_FRONTEND: 'noninteractive', ...(Object.fromEntries(proxies) as Record<string, string>) },
    timeoutMs: aptTimeoutMs,
  })
}

function readDistribution(): Distribution | undefined {
  if (!existsSync('/etc/os-release')) return undefined
  const release = readFileSync('/etc/os-release', 'utf8')
  if (/^ID=ubuntu$/m.test(release)) return 'ubuntu'
  return /^(ID|ID_LIKE)=.*debian/m.test(release) ? 'debian' : undefined
}
