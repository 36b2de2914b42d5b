/**
 * A real API server of Kubernetes with its etcd, and nothing else: no node, no controller. From binaries that the
 * tester has.
 */
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { generateKeyPairSync } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import net, { type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { waitUntil } from '../wait-until.ts'

/** Holds `etcd`, `kube-apiserver` and `kubectl`, or `hyperkube` with all of them. */
export const kubernetesDirectory = process.env['HEARTH_TEST_KUBERNETES']

const adminToken = 'admin-of-the-test'

export async function startApiServer(binaries: string) {
  const directory = mkdtempSync(join(tmpdir(), 'hearth-api-server-'))
  const [etcdPort, peerPort, port] = await findFreePorts(3)
  const children: ChildProcess[] = []
  const run = (name: string, args: string[]) => {
    const [program, ...first] = commandOf(binaries, name)
    children.push(spawn(program, [...first, ...args], { stdio: 'ignore', cwd: directory }))
  }
  const keys = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const pathOf = (name: string, text: string) => {
    writeFileSync(join(directory, name), text, { mode: 0o600 })
    return join(directory, name)
  }
  const privateKey = pathOf('sa.key', keys.privateKey.export({ type: 'pkcs8', format: 'pem' }) as string)
  const publicKey = pathOf('sa.pub', keys.publicKey.export({ type: 'spki', format: 'pem' }) as string)
  const tokens = pathOf('tokens.csv', `${adminToken},admin,1,"system:masters"\n`)
  const etcd = `http://127.0.0.1:${etcdPort}`
  const peer = `http://127.0.0.1:${peerPort}`
  mkdirSync(join(directory, 'etcd'), { mode: 0o700 })
  run('etcd', [
    ...['--data-dir', join(directory, 'etcd'), '--unsafe-no-fsync', '--log-level', 'error'],
    ...['--listen-client-urls', etcd, '--advertise-client-urls', etcd, '--listen-peer-urls', peer],
  ])
  const startServer = () =>
    run('kube-apiserver', [
      ...[`--etcd-servers=${etcd}`, `--secure-port=${port}`, '--bind-address=127.0.0.1'],
      ...[`--cert-dir=${join(directory, 'tls')}`, '--service-cluster-ip-range=10.96.0.0/24'],
      ...[`--token-auth-file=${tokens}`, '--authorization-mode=RBAC', '--service-account-issuer=https://test'],
      ...[`--service-account-key-file=${publicKey}`, `--service-account-signing-key-file=${privateKey}`],
    ])
  startServer()
  const server = `https://127.0.0.1:${port}`

  return {
    server,
    /** For the holder of this token; the administrator without one. */
    kubeconfig(token = adminToken): string {
      const user = { name: 'u', user: { token } }
      // The server makes its own certificate, for this test alone.
      const cluster = { name: 'c', cluster: { server, 'insecure-skip-tls-verify': true } }
      const context = { name: 'lab', context: { cluster: 'c', user: 'u' } }
      const config = { apiVersion: 'v1', kind: 'Config', clusters: [cluster], users: [user], contexts: [context] }
      return pathOf(`kubeconfig-${token.length}`, JSON.stringify({ ...config, 'current-context': 'lab' }))
    },
    /** Ends it without a word, and starts it again over the same etcd. */
    async restart(meanwhile: () => Promise<unknown>): Promise<void> {
      const old = children.pop()!
      old.kill('SIGKILL')
      await meanwhile()
      startServer()
    },
    async stop(): Promise<void> {
      for (const child of children) child.kill('SIGKILL')
      await waitUntil('they have ended', () =>
        children.every((child) => child.signalCode !== null || child.exitCode !== null),
      )
      rmSync(directory, { recursive: true, force: true })
    },
  }
}

/** What it prints. Throws: an Error with its standard error. */
export function runKubectl(binaries: string, args: readonly string[]): Promise<{ stdout: string; stderr: string }> {
  const [program, ...first] = commandOf(binaries, 'kubectl')
  return promisify(execFile)(program, [...first, ...args], { maxBuffer: 2 ** 24 })
}

function commandOf(binaries: string, name: string): [string, ...string[]] {
  const hyperkube = join(binaries, 'hyperkube')
  return existsSync(hyperkube) ? [hyperkube, name] : [join(binaries, name)]
}

async function findFreePorts(count: number): Promise<number[]> {
  const servers = Array.from({ length: count }, () => net.createServer().listen(0, '127.0.0.1'))
  await waitUntil('they listen', () => servers.every(({ listening }) => listening))
  const ports = servers.map((server) => (server.address() as AddressInfo).port)
  await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))))
  return ports
}
