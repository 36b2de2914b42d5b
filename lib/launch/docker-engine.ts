import { spawn } from 'node:child_process'
import { existsSync, openSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import { createDocker } from '../host/docker/docker-client.ts'
import { Problem, onProblem } from '../errors.ts'
import { findTool, runCommand } from '../host/command/run-command.ts'

/** Interval of the question whether a started Docker engine answers. */
const enginePollMs = 200

export interface StartedEngine {
  readonly stop: () => Promise<void>
}

/** How long a Docker engine that was started may take until it answers: a timeout. */
const answerDeadlineMs = 40_000

/** Asks whether an engine of Docker answers. Gives the reason where it does not. */
export async function askDockerEngine(dockerHost: string | undefined): Promise<{ answers: boolean; reason: string }> {
  const docker = createDocker(dockerHost)
  return docker.listRunning().then(
    () => ({ answers: true, reason: '' }),
    onProblem(({ message, remedy }) => ({ answers: false, reason: `${message} ${remedy}` })),
  )
}

const logDirectory = '/var/log/hearth'

/**
 * Starts the engine of this machine: by systemd where that runs, else as a process of its own that outlives us, since
 * ending it would end all users' containers. A caller that must not leave it behind calls `stop`.
 *
 * Throws: Problem `cannot-start` when it does not answer in time, Problem `tool-missing`.
 */
export async function startDockerEngine(): Promise<StartedEngine> {
  if (existsSync('/run/systemd/system')) {
    await runCommand('systemctl', ['start', 'docker'], { timeoutMs: answerDeadlineMs })
    await waitForAnswer('journalctl -u docker')
    return { stop: async () => void (await runCommand('systemctl', ['stop', 'docker', 'docker.socket'])) }
  }
  await mkdir(logDirectory, { recursive: true })
  const log = `${logDirectory}/dockerd.log`
  const logFile = openSync(log, 'a', 0o600)
  const engine = spawn(findTool('dockerd'), [], { stdio: ['ignore', logFile, logFile], detached: true, cwd: '/' })
  engine.unref()
  const ended = new Promise<void>((resolve) => engine.once('exit', () => resolve()))
  await Promise.race([waitForAnswer(log), ended.then(() => Promise.reject(failure('It ended at once.', log)))])
  return {
    stop: async () => {
      engine.ref()
      engine.kill('SIGTERM')
      await ended
    },
  }
}

async function waitForAnswer(log: string): Promise<void> {
  const deadline = performance.now() + answerDeadlineMs
  for (;;) {
    const { answers, reason } = await askDockerEngine(undefined) // at its usual socket
    if (answers) return
    if (performance.now() > deadline) throw failure(reason, log)
    await delay(enginePollMs)
  }
}

function failure(reason: string, log: string): Problem {
  return new Problem('cannot-start', { reason: `The Docker engine did not start: ${reason}`, remedy: `See ${log}.` })
}
