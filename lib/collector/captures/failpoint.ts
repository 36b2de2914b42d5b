/** For the test that kills the collector in each phase of a capture: HEARTH_FAILPOINT=recording. */
export function dieAt(phase: string): void {
  if (process.env['HEARTH_FAILPOINT'] === phase) process.kill(process.pid, 'SIGKILL')
}
