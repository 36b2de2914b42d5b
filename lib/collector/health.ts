/** What this host has and lacks, and what that costs. */
import { checkEngines, healthCheck } from '../capture/host-checks.ts'
import { type HealthCheck } from '../contract.ts'
import { type Problem } from '../errors.ts'
import { findJdk } from '../host/jdk.ts'

export async function checkHealth(docker: { ok: boolean; problem: Problem | null }): Promise<HealthCheck[]> {
  return [checkDocker(docker), ...(await checkEngines()), checkDemo()]
}

function checkDocker({ ok, problem }: { ok: boolean; problem: Problem | null }): HealthCheck {
  return healthCheck('docker', ok, 'Docker answers', {
    title: problem?.message ?? 'Docker has not answered yet',
    costs: 'Containers have no names; JVMs are still found, in and outside of them.',
    remedy: problem?.remedy ?? 'Wait a moment.',
    command: 'systemctl start docker',
  })
}

function checkDemo(): HealthCheck {
  return healthCheck('demo-jdk', findJdk() !== undefined, 'A JDK can build the demo service', {
    title: 'No JDK from 17 on with jlink was found',
    costs: 'The demo service cannot be started. Profiling needs no JDK.',
    remedy: 'Install one.',
    command: 'apt-get install default-jdk-headless',
  })
}
