/** Whether a target serves: its health check, asked from inside its own network. */
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

const run = promisify(execFile)
/** Whether something in its network accepts connections at this port. */
export async function isListening(hostPid: number, port: number): Promise<boolean> {
  const connect = `require('node:net').connect(${port}, '127.0.0.1').on('connect', () => process.exit(0))`
  const net = ['--target', `${hostPid}`, '--net', process.execPath, '--eval', connect]
  return run('nsenter', net, { timeout: 5000 }).then(
    () => true,
    () => false,
  )
}

const ask = `fetch('http://127.0.0.1:8080/').then((answer) => answer.text()).then((text) => process.stdout.write(text))`

/** Throws: an Error when it does not answer within five seconds. */
export async function isHealthy(hostPid: number): Promise<boolean> {
  const { stdout } = await run('nsenter', ['--target', `${hostPid}`, '--net', process.execPath, '--eval', ask], {
    timeout: 5000,
  })
  return stdout === 'ok'
}
