/** Ports that a run was given, put where its commands and addresses name those of the compose file. */

/** Port on the host by the one that the compose file publishes. */
export type HostPorts = ReadonlyMap<number, number>

/** `PORT_8080`: the port to use instead of 8080. */
export function listPortVariables(ports: HostPorts): Record<string, string> {
  return Object.fromEntries([...ports].map(([published, host]) => [`PORT_${published}`, `${host}`]))
}

/** With `${PORT_8080}` replaced; any other variable stays. */
export function fillPorts(text: string, ports: HostPorts): string {
  return text.replace(/\$\{PORT_(\d+)\}/g, (whole, published: string) => `${ports.get(Number(published)) ?? whole}`)
}

/** An address on this machine leads to where the port is now; any other stays. */
export function redirectUrl(text: string, ports: HostPorts): string {
  const url = new URL(fillPorts(text, ports))
  const containerPort = Number(url.port || (url.protocol === 'https:' ? 443 : 80))
  const host = ports.get(containerPort)
  if (!['localhost', '127.0.0.1', '[::1]'].includes(url.hostname) || host === undefined) return url.href
  url.hostname = '127.0.0.1'
  url.port = `${host}`
  return url.href
}
