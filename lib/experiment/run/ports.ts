/**
 * Each run publishes its ports on free ports of the host. This replaces the ports of the compose file in commands and
 * URLs by those.
 */

/**
 * From the host port in the compose file (8080 of `8080:80`; the container's, where it names none) to the host port of
 * this run.
 */
export type HostPorts = ReadonlyMap<number, number>

/** `PORT_8080`: the port to use instead of 8080. */
export function listPortVariables(ports: HostPorts): Record<string, string> {
  return Object.fromEntries([...ports].map(([published, host]) => [`PORT_${published}`, `${host}`]))
}

/** With `${PORT_8080}` replaced; any other variable stays. */
export function fillPorts(text: string, ports: HostPorts): string {
  return text.replace(/\$\{PORT_(\d+)\}/g, (whole, published: string) => `${ports.get(Number(published)) ?? whole}`)
}

/** A URL of this machine gets the host port of this run; any other stays. */
export function redirectUrl(url: string, ports: HostPorts): string {
  const parsed = new URL(fillPorts(url, ports))
  const publishedPort = Number(parsed.port || (parsed.protocol === 'https:' ? 443 : 80))
  const host = ports.get(publishedPort)
  if (!['localhost', '127.0.0.1', '[::1]'].includes(parsed.hostname) || host === undefined) return parsed.href
  parsed.hostname = '127.0.0.1'
  parsed.port = `${host}`
  return parsed.href
}
