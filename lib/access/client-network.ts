/** How a request reached us: from where, for the limits of those who have not signed in, and whether by HTTPS. */
import type { IncomingMessage } from 'node:http'
import { BlockList, isIP } from 'node:net'
import { TLSSocket } from 'node:tls'
import { Problem } from '../errors.ts'

/**
 * Gives whether a proxy is believed, by a list of addresses and networks: `10.0.0.7`, `fd00::/8`. Throws: Problem
 * `invalid-config`.
 */
export function readProxies(list: readonly string[]): (address: string) => boolean {
  const proxies = new BlockList()
  for (const one of list) {
    const [address = '', bits, ...more] = one.split('/')
    const family = familyOf(address)
    const longest = family === 'ipv6' ? 128 : 32
    if (isIP(address) === 0 || more.length > 0 || !/^\d{1,3}$/.test(bits ?? '0') || Number(bits ?? 0) > longest)
      throw new Problem('invalid-config', {
        problems: [`HEARTH_TRUSTED_PROXIES: ${one} is no address or network, such as 10.0.0.7 or fd00::/8`],
      })
    proxies.addSubnet(address, Number(bits ?? longest), family)
  }
  return (address) => isIP(address) !== 0 && proxies.check(address, familyOf(address))
}

/**
 * The network that a request came from: an IPv4 address, or the first half of an IPv6 one, of which a single customer
 * has all.
 *
 * What proxies wrote into X-Forwarded-For or Forwarded (RFC 7239) counts from its end, as far as those who wrote it are
 * believed. A proxy passes on the header that it does not write: where both are there and disagree, neither counts.
 */
export function createNetworkFinder(
  isProxy: (address: string) => boolean,
): (request: Pick<IncomingMessage, 'socket' | 'headers'>) => string {
  return ({ socket, headers }) => {
    const nearest = plainAddress(socket.remoteAddress ?? '')
    const found = [headers['x-forwarded-for'], headers.forwarded && forwarded(headers.forwarded, 'for')]
      .filter((header) => header !== undefined)
      .map((header) => followBack(nearest, String(header).split(','), isProxy))
    return networkOf(found.every((one) => one === found[0]) ? (found[0] ?? nearest) : nearest)
  }
}

/** Goes back from the nearest address to the first that is no believed proxy, or that names no address before it. */
function followBack(nearest: string, chain: readonly string[], isProxy: (address: string) => boolean): string {
  let address = nearest
  for (const written of chain.toReversed()) {
    const before = plainAddress(written.trim())
    if (!isProxy(address) || isIP(before) === 0) return address
    address = before
  }
  return address
}

/**
 * The protocol by which the client speaks: to us, or to the proxy before us, as its X-Forwarded-Proto or Forwarded
 * header says. Of several hops the last counts, which that proxy wrote. As for the network, headers that disagree count
 * for nothing.
 */
export function createProtocolFinder(
  isProxy: (address: string) => boolean,
): (request: Pick<IncomingMessage, 'socket' | 'headers'>) => 'http' | 'https' {
  return ({ socket, headers }) => {
    if (socket instanceof TLSSocket) return 'https'
    if (!isProxy(plainAddress(socket.remoteAddress ?? ''))) return 'http'
    const written = [headers['x-forwarded-proto'], headers.forwarded && forwarded(headers.forwarded, 'proto')]
      .filter((header) => header !== undefined)
      .map((header) => String(header).split(',').at(-1)!.trim().toLowerCase())
    return written.length > 0 && written.every((protocol) => protocol === 'https') ? 'https' : 'http'
  }
}

/** With `for`: `for=1.2.3.4;proto=https, for="[2001:db8::1]:80"` as `1.2.3.4,[2001:db8::1]:80`. */
function forwarded(header: string, part: 'for' | 'proto'): string {
  const pattern = new RegExp(`(?:^|;)\\s*${part}="?([^";]*)`, 'i')
  return header
    .split(',')
    .map((hop) => pattern.exec(hop)?.[1] ?? '')
    .join()
}

/** Cuts brackets, the port, and the `::ffff:` before an IPv4 address. */
function plainAddress(text: string): string {
  const [, bracketed, withPort] = /^(?:\[(.*)\](?::\d+)?|([\d.]+):\d+)$/.exec(text) ?? []
  return (bracketed ?? withPort ?? text).replace(/^::ffff:(?=[\d.]+$)/i, '')
}

function networkOf(address: string): string {
  if (isIP(address) !== 6) return address
  const [head = '', tail] = address.split('::')
  const groups = head.split(':').filter(Boolean)
  const missing = tail === undefined ? 0 : 8 - groups.length - tail.split(':').filter(Boolean).length
  const whole = [...groups, ...Array<string>(missing).fill('0'), ...(tail ?? '').split(':')]
  return `${whole
    .slice(0, 4)
    .map((group) => parseInt(group, 16).toString(16))
    .join(':')}::/64`
}

const familyOf = (address: string) => (isIP(address) === 6 ? 'ipv6' : 'ipv4')
