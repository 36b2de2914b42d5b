import { runCommand, shortRunTimeoutMs } from '../../host/command/run-command.ts'

/** `6.1.192`. Throws: Problem `tool-missing`, `tool-failed`. */
export async function perfVersion(): Promise<string> {
  const { stdout } = await runCommand('perf', ['--version'], { timeoutMs: shortRunTimeoutMs })
  return stdout.trim().replace(/^perf version /, '')
}
