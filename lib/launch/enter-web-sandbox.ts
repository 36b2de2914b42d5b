/** Runs as root inside a fresh mount namespace: sets up the sandbox, then becomes the web program in it. */
import { mkdir, writeFile } from 'node:fs/promises'
import { runCommand } from '../host/command/run-command.ts'
import { dropPrivileges, nodeWithThreads, webSandboxDirectory, webSandboxSchema } from './web-sandbox.ts'

const sandbox = webSandboxSchema.parse(JSON.parse(process.argv[2] ?? 'null'))
// Without -n, `mount` would note each mount below /run, which is another directory at the end.
const mount = (...args: string[]): Promise<unknown> => runCommand('mount', ['-n', ...args])

// The new /run, made beside the old one, since what it takes over from there must still be visible.
await mkdir(webSandboxDirectory, { recursive: true, mode: 0o755 })
await mount('-t', 'tmpfs', '-o', 'mode=755,size=1m', 'hearth', webSandboxDirectory)
const inside = `${webSandboxDirectory}/hearth-web`
for (const name of ['checkout', 'data', 'run']) await mkdir(`${inside}/${name}`, { recursive: true })
await writeFile(`${inside}/node`, '')
await mount('--bind', sandbox.checkout, `${inside}/checkout`)
await mount('-o', 'remount,bind,ro,nosuid', `${inside}/checkout`)
await mount('--bind', sandbox.dataDirectory, `${inside}/data`)
await mount('-o', 'remount,bind,nosuid,nodev,noexec', `${inside}/data`)
await mount('--bind', sandbox.runDirectory, `${inside}/run`)
await mount('--bind', sandbox.node, `${inside}/node`)
await mount('-t', 'tmpfs', '-o', 'mode=1777,nosuid,nodev,size=64m', 'hearth', '/tmp')
if (sandbox.hiddenSocket !== null) await mount('--bind', '/dev/null', sandbox.hiddenSocket)
await mount('--move', webSandboxDirectory, '/run')
// Other people's command lines hold secrets: this /proc shows only the web program's own processes.
await mount('-t', 'proc', '-o', 'hidepid=2,nosuid,nodev,noexec', 'proc', '/proc')

process.chdir(`${webSandboxDirectory}/checkout`)
const [setpriv, ...args] = dropPrivileges(sandbox.uid)
const web = [`${webSandboxDirectory}/node`, ...nodeWithThreads, `${webSandboxDirectory}/checkout/${sandbox.program}`]
process.execve!(setpriv!, [setpriv!, ...args, '--', ...web], process.env)
