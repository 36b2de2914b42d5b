/** What HotSpot answers over its attach socket: the status on the first line, then text. */

export interface AttachReply {
  /** null when the first line is no number. */
  readonly status: number | null
  readonly text: string
}

export function parseAttachReply(reply: string): AttachReply {
  const end = reply.indexOf('\n')
  const first = (end < 0 ? reply : reply.slice(0, end)).trim()
  return { status: /^-?\d+$/.test(first) ? Number(first) : null, text: end < 0 ? '' : reply.slice(end + 1) }
}

/**
 * Why an agent was not loaded, null when it was. JDK 8 answers with a bare number, 9 to 20 with `return code: N`; from
 * 21 on the status is always 0 and any other text is the error.
 *
 * Source: async-profiler#885; jdk.internal HotSpotVirtualMachine.loadAgentLibrary.
 */
export function whyAgentNotLoaded({ status, text }: AttachReply): string | null {
  const output = text.trim()
  const code = /^(?:return code: )?(-?\d+)$/.exec(output)?.[1]
  if (status === 0 && code !== undefined) return Number(code) === 0 ? null : `the agent returned ${code}`
  return output || `status ${status ?? 'missing'}`
}
