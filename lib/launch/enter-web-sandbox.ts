/** Runs as root inside a fresh mount namespace: furnishes the web program's room, then becomes the web program in it. */
import { mkdir, writeFile } from 'node:fs/promises'
import { runCommand } from '../host/command/run-command.ts'
import { dropPrivileges, roomDirectory, roomSchema } from './web-sandbox.ts'

const room = roomSchema.parse(JSON.parse(process.argv[2] ?? 'null'))
// Without -n, mount would note each one below /run, which is not the old one any more at the end.
const mount = (...args: string[]): Promise<unknown> => runCommand('mount', ['-n', ...args])

// The new /run, made beside the old one, since what it takes over from there must still be in sight.
await mkdir(roomDirectory, { recursive: true, mode: 0o755 })
await mount('-t', 'tmpfs', '-o', 'mode=755,size=1m', 'hearth', roomDirectory)
const inside = `${roomDirectory}/hearth-web`
for (const name of ['checkout', 'data', 'run']) await mkdir(`${inside}/${name}`, { recursive: true })
await writeFile(`${inside}/node`, '')
await mount('--bind', room.checkout, `${inside}/checkout`)
await mount('-o', 'remount,bind,ro,nosuid', `${inside}/checkout`)
await mount('--bind', room.dataDirectory, `${inside}/data`)
await mount('-o', 'remount,bind,nosuid,nodev,noexec', `${inside}/data`)
await mount('--bind', room.runDirectory, `${inside}/run`)
await mount('--bind', room.node, `${inside}/node`)
await mount('-t', 'tmpfs', '-o', 'mode=1777,nosuid,nodev,size=64m', 'hearth', '/tmp')
if (room.hiddenSocket !== null) await mount('--bind', '/dev/null', room.hiddenSocket)
await mount('--move', roomDirectory, '/run')
// Other people's command lines hold secrets: this /proc shows only the web program's own processes.
await mount('-t', 'proc', '-o', 'hidepid=2,nosuid,nodev,noexec', 'proc', '/proc')

process.chdir(`${roomDirectory}/checkout`)
const [setpriv, ...args] = dropPrivileges(room.uid)
const web = [`${roomDirectory}/node`, `${roomDirectory}/checkout/${room.program}`]
process.execve!(setpriv!, [setpriv!, ...args, '--', ...web], process.env)
