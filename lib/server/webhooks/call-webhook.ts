/** One call to a foreign server: signed, short, to a checked address, and never led on to another one. */
import { createHmac } from 'node:crypto'
import dns from 'node:dns'
import http from 'node:http'
import https from 'node:https'
import { BlockList, isIP, type LookupFunction } from 'node:net'
import { withoutBrackets } from '../../contract/is-loopback.ts'

/** A call and its address. */
export interface WebhookCall {
  readonly id: string
  readonly url: string
  readonly secret: string
  readonly event: string
  /** JSON. */
  readonly body: string
}

/** How it ended, for a person; nothing of the answer but its status is ever shown. */
export interface CallResult {
  readonly ok: boolean
  readonly said: string
  /** A server that answers 410 wants no more calls. */
  readonly isGone: boolean
}

/** A webhook has so long to answer: its timeout. */
const webhookAnswerMs = 10_000

type Subnet = readonly [net: string, bits: number]

/**
 * Addresses that no call may go to, by their kind: those where metadata services answer the machines of a cloud, and
 * those that belong to no host. Private networks and this host are allowed: most receivers of a team are there.
 */
const refused = new Map([
  [
    'a metadata service of a cloud',
    blockSubnets(
      [
        ['100.100.100.200', 32], // Alibaba
        ['168.63.129.16', 32], // Azure
        ['192.0.0.192', 32], // Oracle
      ],
      [
        ['fd00:ec2::254', 128], // Amazon
        ['fd20:ce::254', 128], // Google
      ],
    ),
  ],
  ['link-local', blockSubnets([['169.254.0.0', 16]], [['fe80::', 10]])],
  [
    'an address of no host',
    blockSubnets(
      [
        ['0.0.0.0', 8],
        ['224.0.0.0', 3],
      ],
      [
        ['::', 128],
        ['ff00::', 8],
      ],
    ),
  ],
])

function blockSubnets(ofIpv4: readonly Subnet[], ofIpv6: readonly Subnet[]): BlockList {
  const list = new BlockList()
  for (const [net, bits] of ofIpv4) {
    list.addSubnet(net, bits, 'ipv4')
    // The same behind NAT64 (RFC 6052). Not all of 64:ff9b::/96: a network without IPv4 reaches every IPv4 receiver by
    // it.
    list.addSubnet(`64:ff9b::${net}`, 96 + bits, 'ipv6')
    // The same by 6to4 (RFC 3056), and as IPv6 first wrote IPv4; ::1 is this host.
    const [high, low] = [net.split('.').slice(0, 2), net.split('.').slice(2)].map(([a, b]) =>
      (Number(a) * 256 + Number(b)).toString(16),
    )
    list.addSubnet(`2002:${high}:${low}::`, 16 + bits, 'ipv6')
    if (net !== '0.0.0.0') list.addSubnet(`::${net}`, 96 + bits, 'ipv6')
  }
  for (const [net, bits] of ofIpv6) list.addSubnet(net, bits, 'ipv6')
  return list
}

/**
 * Gives the reason why no call may go to this URL; null when one may. The addresses of a name are checked with each
 * call.
 */
export function refusedUrl(text: string): string | null {
  const { username, password, hostname } = new URL(text)
  if (username !== '' || password !== '') return 'it holds a name or a password'
  const address = withoutBrackets(hostname)
  return isIP(address) === 0 ? null : refusedAddress(address)
}

function refusedAddress(address: string): string | null {
  const family = isIP(address) === 6 ? 'ipv6' : 'ipv4'
  for (const [what, list] of refused)
    if (list.check(address, family)) return `${address} is ${what}; such addresses are refused`
  return null
}

/** Signs `<unix seconds>.<body>`: with the time, so that an old call cannot be sent again much later. */
export function signatureOf(secret: string, seconds: number, body: string): string {
  return `sha256=${createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')}`
}

/** Looks the name up once and connects to the checked address, so that no second answer can be another one. */
const checkedLookup: LookupFunction = (hostname, options, callback) => {
  dns.lookup(hostname, { ...options, all: true }, (error, addresses) => {
    if (error) return callback(error, '', 0)
    const [reason] = addresses.flatMap(({ address }) => refusedAddress(address) ?? [])
    if (reason !== undefined) return callback(new Error(reason), '', 0)
    if (options.all === true) return callback(null, addresses)
    return callback(null, addresses[0]!.address, addresses[0]!.family)
  })
}

/** Makes a call and gives how it ended. Never throws: a call that fails is a result. */
export async function callWebhook(call: WebhookCall): Promise<CallResult> {
  try {
    const reason = refusedUrl(call.url)
    return reason === null ? await post(call) : failed(reason)
  } catch (error) {
    return failed((error as Error).message)
  }
}

/** Sends a call. Throws: the error of one that cannot even be sent. */
function post({ id, url, secret, event, body }: WebhookCall): Promise<CallResult> {
  const seconds = Math.floor(Date.now() / 1000)
  const headers = {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
    'user-agent': 'Hearth',
    'x-hearth-event': event,
    'x-hearth-delivery': id,
    'x-hearth-timestamp': String(seconds),
    'x-hearth-signature': signatureOf(secret, seconds, body),
  }
  const signal = AbortSignal.timeout(webhookAnswerMs)
  const { request } = new URL(url).protocol === 'https:' ? https : http
  return new Promise((resolve) => {
    const outgoing = request(
      url,
      { method: 'POST', headers, signal, agent: false, lookup: checkedLookup },
      (answer) => {
        answer.destroy()
        resolve(resultOf(answer.statusCode ?? 0))
      },
    )
    outgoing.on('error', (error) =>
      resolve(failed(signal.aborted ? `no answer within ${webhookAnswerMs / 1000} s` : error.message)),
    )
    outgoing.end(body)
  })
}

function resultOf(status: number): CallResult {
  if (status >= 200 && status < 300) return { ok: true, said: `answered ${status}`, isGone: false }
  if (status >= 300 && status < 400) return failed(`answered ${status}, and Hearth follows no redirect`)
  return { ok: false, said: `answered ${status}`, isGone: status === 410 }
}

function failed(said: string): CallResult {
  return { ok: false, said, isGone: false }
}
