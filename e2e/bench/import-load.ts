import { createReadStream, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { json } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { signInByProxy } from '../support/hearth.ts'
import { quantileByRank } from './quantile.ts'

const lookEveryMs = 50
const askEveryMs = 25

/** A session of a user who has signed in. */
interface Visitor {
  readonly url: string
  readonly cookie: string
}

export async function signInVisitor(signInLink: string): Promise<Visitor> {
  const { name, value } = await signInByProxy(signInLink)
  return { url: new URL(signInLink).origin, cookie: `${name}=${value}` }
}

/** Sends a file as `curl -T` does. Returns the server's answer. */
export function putFile({ url, cookie }: Visitor, path: string, name: string): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const headers = { cookie, origin: url }
    const put = request(`${url}/api/v1/imports/${name}`, { method: 'PUT', headers }, (answer) => {
      json(answer)
        .then((value) => (answer.statusCode === 201 ? resolve(value) : reject(new Error(JSON.stringify(value)))))
        .catch(reject)
    })
    pipeline(createReadStream(path, { highWaterMark: 2 ** 20 }), put).catch(reject)
  })
}

interface Visit {
  count(): number
  /** Milliseconds from each request to its last byte. */
  stop(): Promise<number[]>
}

/** Opens pages one after the other until stopped. */
export function visit({ url, cookie }: Visitor, paths: readonly string[]): Visit {
  const stopping = new AbortController()
  const times: number[] = []
  const visiting = (async () => {
    for (let turn = 0; !stopping.signal.aborted; turn++) {
      const startedAt = performance.now()
      const answer = await fetch(`${url}${paths[turn % paths.length]}`, { headers: { cookie } })
      await answer.arrayBuffer()
      if (!answer.ok) throw new Error(`${paths[turn % paths.length]} answered ${answer.status}`)
      times.push(performance.now() - startedAt)
      await wait(askEveryMs)
    }
  })()
  return {
    count: () => times.length,
    async stop() {
      stopping.abort()
      await visiting
      return times
    },
  }
}

interface Peaks {
  /** Peak resident memory in MiB, as the kernel counts it. */
  readonly server: number
  readonly parser: number
}

/** Watches the web program and all parsers of this host, until stopped. */
export function watchPeaks(webPid: number): () => Peaks {
  writeFileSync(`/proc/${webPid}/clear_refs`, '5') // resets the peak
  let parser = 0
  const look = setInterval(() => {
    for (const hostPid of parsersRunning()) parser = Math.max(parser, peakOf(hostPid))
  }, lookEveryMs)
  return () => {
    clearInterval(look)
    return { server: peakOf(webPid), parser }
  }
}

/** The web program among the processes of a Hearth. */
export function findWebProgram(hostPids: readonly number[]): number {
  const found = hostPids.find((hostPid) =>
    readFileSync(`/proc/${hostPid}/cmdline`, 'utf8').includes('/lib/web/main.ts'),
  )
  if (found === undefined) throw new Error('no web program runs')
  return found
}

export function describeTimes(what: string, times: readonly number[]): string {
  const [median, p99, most] = [0.5, 0.99, 1].map((share) => quantileByRank(times, share).toFixed(0))
  return `${times.length} ${what}: median ${median} ms, p99 ${p99} ms, longest ${most} ms`
}

function parsersRunning(): number[] {
  const hostPids = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  return hostPids.filter((hostPid) => readIfThere(`/proc/${hostPid}/cmdline`).includes('/parser/main.')).map(Number)
}

function peakOf(hostPid: number): number {
  return Number(/VmHWM:\s+(\d+)/.exec(readIfThere(`/proc/${hostPid}/status`))?.[1] ?? 0) / 1024
}

function readIfThere(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if (['ENOENT', 'ESRCH'].includes((error as NodeJS.ErrnoException).code ?? '')) return '' // the process has ended
    throw error
  }
}
