/**
 * Where a Docker engine listens, as DOCKER_HOST says it: a socket of this machine, TCP with or without TLS, or SSH.
 *
 * SSH goes through the system's own client, which knows people's keys, agents, jump hosts and, above all, known_hosts:
 * an engine that only claims to be the one meant would be believed all it says.
 */
import http from 'node:http'
import { join } from 'node:path'
import { Duplex } from 'node:stream'
import Dockerode from 'dockerode'
import { hostFiles } from '../kernel/named-files.ts'
import { Problem } from '../../errors.ts'
import { withoutBrackets } from '../../contract/is-loopback.ts'
import { errnoOf } from '../kernel/errno.ts'
import { startCommand } from '../command/run-command.ts'

/** How long an unused connection to Docker through a command stays open, and one in use may be silent. */
const commandSocketMs = 30_000

export const usualDockerHost = 'unix:///var/run/docker.sock'

/** DOCKER_TLS_VERIFY, DOCKER_CERT_PATH, SSH_AUTH_SOCK, HOME: what Docker's own client reads, too. */
export type DockerEnvironment = Readonly<Record<string, string | undefined>>

/**
 * Nothing is asked yet. Throws: Problem `docker-unreachable` for an address it does not understand, or without its
 * certificates.
 */
export function connectDocker(dockerHost: string | undefined, env: DockerEnvironment = process.env): Dockerode {
  const socket = dockerHost ?? usualDockerHost
  if (socket.startsWith('unix://'))
    return new Dockerode({ socketPath: socket.slice('unix://'.length), host: undefined })
  const url = URL.canParse(socket) ? new URL(socket) : null
  if (url?.protocol === 'ssh:') return connectOverSsh(url, env)
  if (url?.protocol === 'tcp:' || url?.protocol === 'http:' || url?.protocol === 'https:')
    return connectOverTcp(url, writtenPort(socket), env)
  throw new Problem('docker-unreachable', {
    socket,
    reason: 'only unix://, tcp:// and ssh:// addresses are understood',
  })
}

/** A URL of http drops port 80, one of https 443; one of a scheme without a usual port drops none. */
function writtenPort(address: string): string {
  return new URL(address.replace(/^https?:/i, 'tcp:')).port
}

/** Source: docs.docker.com/engine/security/protect-access: DOCKER_TLS_VERIFY, and ca.pem, cert.pem, key.pem. */
function connectOverTcp(url: URL, port: string, env: DockerEnvironment): Dockerode {
  const isEncrypted = url.protocol === 'https:' || port === '2376' || (env['DOCKER_TLS_VERIFY'] ?? '') !== ''
  const host = url.hostname // Dockerode makes a URL of it, so an IPv6 address keeps its brackets.
  if (!isEncrypted) return new Dockerode({ protocol: 'http', host, port: port || 2375 })
  const directory = env['DOCKER_CERT_PATH'] ?? join(env['HOME'] ?? '/', '.docker')
  const [ca, cert, key] = ['ca.pem', 'cert.pem', 'key.pem'].map((name) => readCertificate(join(directory, name), url))
  return new Dockerode({ protocol: 'https', host, port: port || 2376, ca, cert, key })
}

function readCertificate(path: string, url: URL): Buffer {
  try {
    return hostFiles.readFileSync(path)
  } catch (error) {
    const reason = `its certificate ${path} cannot be read (${errnoOf(error)}); DOCKER_CERT_PATH names their directory`
    throw new Problem('docker-unreachable', { socket: url.href, reason }, { cause: error })
  }
}

function connectOverSsh(url: URL, env: DockerEnvironment): Dockerode {
  const options = ['-T', '-o', 'BatchMode=yes', '-o', 'ConnectTimeout=8', '-o', 'ServerAliveInterval=10']
  const user = url.username === '' ? [] : ['-l', decodeURIComponent(url.username)]
  const port = url.port === '' ? [] : ['-p', url.port]
  const agent = env['SSH_AUTH_SOCK']
  return connectThrough(
    ['ssh', ...options, ...user, ...port, '--', withoutBrackets(url.hostname), 'docker', 'system', 'dial-stdio'],
    agent === undefined ? {} : { SSH_AUTH_SOCK: agent },
  )
}

/**
 * To the engine that a program's standard streams lead to, one run of it for each connection, as Docker's own client
 * does it.
 */
export function connectThrough(command: readonly string[], env: Readonly<Record<string, string>> = {}): Dockerode {
  const agent = new CommandAgent(command, env)
  // The host is only the name in the HTTP request.
  return new Dockerode({ protocol: 'http', host: 'docker.invalid', port: 80, agent } as Dockerode.DockerOptions)
}

class CommandAgent extends http.Agent {
  readonly #command: readonly string[]
  readonly #env: Readonly<Record<string, string>>

  constructor(command: readonly string[], env: Readonly<Record<string, string>>) {
    super({ keepAlive: true, maxFreeSockets: 2, timeout: commandSocketMs })
    this.#command = command
    this.#env = env
  }

  override createConnection(): Duplex {
    const [tool, ...args] = this.#command
    const child = startCommand(tool!, args, { env: this.#env })
    const socket = new Duplex({
      read: () => void child.stdout.resume(),
      // A program that has ended is assessed by its end, not by our broken pipe.
      write: (chunk, _, done) => void child.stdin.write(chunk, () => done()),
      final: (done) => void child.stdin.end(() => done()),
      destroy: (error, done) => {
        void child.stop('SIGTERM', 1000)
        done(error)
      },
    })
    child.stdout.on('data', (chunk: Buffer) => {
      if (!socket.push(chunk)) child.stdout.pause()
    })
    // The end of its output comes before its own, which says why.
    child.stdout.on('end', () => {
      void child.ended.then(({ exitCode, stderr }) => {
        if (exitCode) socket.destroy(new Error(whyEnded(tool!, exitCode, stderr)))
        else socket.push(null)
      })
    })
    return asSocket(socket)
  }
}

function whyEnded(tool: string, exitCode: number, stderr: string): string {
  return `${tool}: ${
    stderr
      .trim()
      .split('\n')
      .at(-1)
      ?.replace(/^ssh: /, '') || `exit code ${exitCode}`
  }`
}

/** Node's HTTP client calls these of any socket it is given. */
function asSocket(socket: Duplex): Duplex {
  return Object.assign(socket, {
    setTimeout: () => socket,
    setNoDelay: () => socket,
    setKeepAlive: () => socket,
    ref: () => socket,
    unref: () => socket,
  })
}
