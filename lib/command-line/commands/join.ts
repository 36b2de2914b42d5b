/** `hearth join`: the collector of this host for a dashboard on another one. */
import { hostname } from 'node:os'
import { parseArgs } from 'node:util'
import { hashSecret } from '../../access/secrets.ts'
import { createCollector } from '../../collector/collector.ts'
import { dialOut, type DialState } from '../../collector/dial-out.ts'
import { type Enrolment, enrol } from '../../collector/enrolment.ts'
import { claimRunDirectory } from '../../collector/run-directory.ts'
import { startCollectorServer } from '../../collector/socket-server.ts'
import type { Config } from '../../config.ts'
import { dayMs } from '../../contract/constants.ts'
import { isLoopback } from '../../contract/is-loopback.ts'
import { Problem } from '../../errors.ts'
import {
  assertEnrolmentWritable,
  findEnrolment,
  readEnrolmentFile,
  renewEnrolment,
  writeEnrolment,
} from '../enrolment-file.ts'
import type { CommandStreams } from '../streams.ts'

export const joinUsage = `hearth join URL TOKEN [--name=NAME]
       hearth join

Lets the dashboard at URL see and profile the JVMs of this host, until Ctrl-C. The dashboard's page of hosts gives
the token: it works once, within ten minutes. Without arguments, or with the same token, it joins again as the time before.

  --name=NAME   what the dashboard calls this host, ${hostname()} or HEARTH_HOST_NAME by default
  --plain-http  allow http:// to another host: passwords and profiles cross the network unprotected

The credential is kept in collector.json of HEARTH_DATA. Needs root, as profiling does. A certificate authority of your own
goes into NODE_EXTRA_CA_CERTS.
`

/** The credential of a host is renewed when it is so old: each day. */
const renewEveryMs = dayMs
/** Interval of the look whether the credential of a host is to be renewed. */
const credentialLookMs = 600_000

interface JoinStreams extends CommandStreams {
  readonly report: (error: unknown) => void
}

/**
 * Joins a dashboard until `signal` aborts, or the dashboard removes this host. Gives the exit code. Throws: Problem.
 */
export async function join(
  args: readonly string[],
  config: Config,
  { stdout, stderr, report }: JoinStreams,
  signal: AbortSignal,
): Promise<number> {
  let enrolment = await readEnrolment(args, config)
  process.umask(0o022) // collector/main.ts says why
  const gid = process.getgid?.() ?? 0
  await claimRunDirectory(config.runDirectory, config.collectorSocket, gid)
  const collector = createCollector({ ...config, hostName: enrolment.name }, report)
  await collector.start()
  // For commands on this host, and for a second one of these, which finds that it is not the first.
  const allowedUids = new Set([0, process.getuid?.() ?? 0])
  const server = await startCollectorServer(collector, { socketPath: config.collectorSocket, allowedUids, gid, report })
  const line = dialOut({
    url: enrolment.url,
    credential: () => enrolment.credential,
    collector,
    onState: (state) => stdout.write(`${describe(state, enrolment)}\n`),
    report,
  })
  const timer = setInterval(() => {
    if (Date.now() - enrolment.renewedAt < renewEveryMs) return
    void renewEnrolment(enrolment, config, { stderr, report }).then((renewed) => (enrolment = renewed))
  }, credentialLookMs)
  const stopped = new Promise<'stopped'>((resolve) => {
    if (signal.aborted) resolve('stopped')
    signal.addEventListener('abort', () => resolve('stopped'), { once: true })
  })
  const end = await Promise.race([stopped, line.done.then(() => 'revoked' as const)])
  clearInterval(timer)
  // Ends recordings and keeps them; the signal never aborts, so that nothing hurries it.
  if (end === 'stopped') await collector.keep(new AbortController().signal)
  await line.stop()
  await server.close()
  await collector.stop()
  if (end === 'revoked') return 1
  stdout.write('Left. Run `hearth join` to join again.\n')
  return 0
}

/** Enrols with a token, or reads what was kept. Throws: Problem. */
async function readEnrolment(args: readonly string[], config: Config): Promise<Enrolment> {
  const { values, positionals } = parseArgs({
    args: [...args],
    options: { name: { type: 'string', default: config.hostName }, 'plain-http': { type: 'boolean', default: false } },
    allowPositionals: true,
  })
  if (positionals.length === 0) return readEnrolmentFile(config)
  const [address, token, ...more] = positionals
  if (token === undefined || more.length > 0)
    throw new Problem('invalid-request', { what: 'join takes the URL of a dashboard and a token' })
  const url = readUrl(address!, values['plain-http'])
  const stored = findEnrolment(config)
  if (stored?.url === url && stored.tokenHash === hashSecret(token)) return stored
  assertEnrolmentWritable(config)
  const enrolment = { ...(await enrol(url, token, values.name)), tokenHash: hashSecret(token) }
  writeEnrolment(config, enrolment)
  return enrolment
}

function readUrl(address: string, allowsPlain: boolean): string {
  const url = URL.parse(address)
  if (!url || !['http:', 'https:'].includes(url.protocol))
    throw new Problem('invalid-request', {
      what: `${address} is no URL of a dashboard, such as https://hearth.example`,
    })
  if (url.protocol === 'http:' && !isLoopback(url.hostname) && !allowsPlain)
    throw new Problem('invalid-request', {
      what: 'http:// to another host is not protected: use https://, or add --plain-http',
    })
  return url.origin
}

function describe(state: DialState, { url, name }: Enrolment): string {
  switch (state.state) {
    case 'connected':
      return `Connected to ${url} as ${name}.`
    case 'waiting':
      return `Not connected: ${state.reason}. Trying again in ${Math.ceil(state.retryMs / 1000)} s.`
    case 'revoked':
      return `${url} does not accept this host any more. An owner makes a new token on its page of hosts.`
  }
}
