/**
 * The machine's own Maven with its `settings.xml` (mirrors, proxies). Of our environment it gets `HOME`, `JAVA_HOME`
 * and `MAVEN_OPTS` alone: `MAVEN_ARGS` and `${env.X}` in `settings.xml` have no effect: credentials must be in it.
 */
import { homedir } from 'node:os'
import { runCommand } from '../host/command/run-command.ts'
import type { Problem } from '../errors.ts'

/** How long Maven may take, where its caller sets no other limit. */
const mavenTimeoutMs = 5 * 60_000
/** Characters of Maven's error that a failure repeats. */
const longestMavenError = 400

export interface MavenOptions {
  readonly cwd: string
  readonly timeoutMs?: number
  /** The JDK it runs on, the machine's choice by default. */
  readonly javaHome?: string
}

/** Runs Maven. Throws: Problem `tool-missing`, `tool-failed`. */
export async function runMaven(
  args: readonly string[],
  { cwd, timeoutMs = mavenTimeoutMs, javaHome = process.env.JAVA_HOME }: MavenOptions,
): Promise<void> {
  // Added to the fixed environment, which has no HOME of a person (settings.xml is there) and passes nothing of ours
  // on.
  const { HOME = homedir(), MAVEN_OPTS } = process.env
  const env = { HOME, ...(javaHome && { JAVA_HOME: javaHome }), ...(MAVEN_OPTS && { MAVEN_OPTS }) }
  await runCommand('mvn', ['--batch-mode', '--quiet', '--no-transfer-progress', ...args], { cwd, env, timeoutMs })
}

/** Maven tells its errors on stdout: the first line what happened, the others how to see more. */
export function firstErrorOf({ cause, message }: Problem): string {
  const output = (cause as { stdout?: string } | undefined)?.stdout ?? ''
  const line = /\[ERROR\] (.*)/.exec(output)?.[1] ?? message
  return line.slice(0, longestMavenError).replace(/\.?$/, '.')
}
