import type { Socket } from 'node:net'
import { expect, test } from 'vitest'
import { createNetworkFinder, readProxies } from './client-network.ts'

const find = (remoteAddress: string, headers: Record<string, string> = {}, proxies = ['10.0.0.0/8', 'fd00::7']) =>
  createNetworkFinder(readProxies(proxies))({ socket: { remoteAddress } as Socket, headers })

test.each<[string, string, string, Record<string, string>?]>([
  ['no proxy', '198.51.100.9', '198.51.100.9'],
  ['IPv4 mapped to IPv6', '198.51.100.9', '::ffff:198.51.100.9'],
  ['the /64 network of an IPv6 address', '2001:db8:1:2::/64', '2001:0db8:1:2:aaaa::9'],
  ['short IPv6', '2001:db8:0:0::/64', '2001:db8::9'],
  ['a client that sets the header itself', '198.51.100.9', '198.51.100.9', { 'x-forwarded-for': '1.1.1.1' }],
  ['a proxy', '198.51.100.9', '10.0.0.7', { 'x-forwarded-for': '198.51.100.9' }],
  ['a proxy that writes the port', '198.51.100.9', '10.0.0.7', { 'x-forwarded-for': '198.51.100.9:4711' }],
  [
    'a header that the client set before the proxy',
    '198.51.100.9',
    '10.0.0.7',
    { 'x-forwarded-for': '1.1.1.1, 198.51.100.9' },
  ],
  ['two proxies', '198.51.100.9', 'fd00::7', { 'x-forwarded-for': '1.1.1.1,198.51.100.9, 10.9.9.9' }],
  ['RFC 7239', '198.51.100.9', '10.0.0.7', { forwarded: 'for=1.1.1.1, proto=https;For="198.51.100.9:80"' }],
  ['RFC 7239 with IPv6', '2001:db8:1:2::/64', '10.0.0.7', { forwarded: 'for="[2001:db8:1:2::9]:80"' }],
  ['RFC 7239 with an obfuscated address', '10.0.0.7', '10.0.0.7', { forwarded: 'for=_secret' }],
  [
    'both headers with the same address',
    '198.51.100.9',
    '10.0.0.7',
    { forwarded: 'for=198.51.100.9', 'x-forwarded-for': '198.51.100.9' },
  ],
  [
    'both headers with different addresses',
    '10.0.0.7',
    '10.0.0.7',
    { forwarded: 'for=1.1.1.1', 'x-forwarded-for': '198.51.100.9' },
  ],
])('%s: %s', (_, network, remoteAddress, headers) => {
  expect(find(remoteAddress, headers)).toBe(network)
})

test('the header of a proxy that is not configured is ignored', () => {
  expect(find('10.0.0.7', { 'x-forwarded-for': '198.51.100.9' }, [])).toBe('10.0.0.7')
})

test.each(['proxy.example', '10.0.0.0/33', '10.0.0.0/', 'fd00::/200'])('%s is refused as a proxy', (proxy) => {
  expect(() => readProxies([proxy])).toThrow()
})
