/**
 * Whether a host name of a URL is one by which a machine reaches only itself. Source: RFC 6761 (localhost), RFC 1122
 * (127.0.0.0/8).
 */
export function isLoopback(hostname: string): boolean {
  return /^(.+\.)?localhost$|^127(\.\d+){3}$|^\[::1\]$/.test(hostname)
}

/** The host name of a URL as programs take it: the URL has an IPv6 address in brackets. Source: RFC 3986. */
export function withoutBrackets(hostname: string): string {
  return hostname.replace(/^\[|\]$/g, '')
}
