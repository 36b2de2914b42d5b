/**
 * MB/s and the most memory of each reader of results, by CPU time, each in a process of its own. HEARTH_BENCH_MB
 * (default 64) of requests with 50 labels, over an hour.
 */
import { execFileSync } from 'node:child_process'
import { readLoadResults } from './read-load-results.ts'

const bytesWanted = Number(process.env['HEARTH_BENCH_MB'] ?? 64) * 2 ** 20
const start = 1_795_000_000_000

const lines: Readonly<
  Record<string, { readonly head?: string; readonly tail?: string; readonly line: (request: number) => string }>
> = {
  'jtl-csv': {
    head: 'timeStamp,elapsed,label,responseCode,responseMessage,threadName,dataType,success,failureMessage,bytes,sentBytes,grpThreads,allThreads,URL,Latency,IdleTime,Connect\n',
    line: (n) =>
      `${timeOf(n)},${elapsedOf(n)},page ${n % 50},200,OK,users 1-${n % 100},text,${n % 97 > 0},,5120,117,100,100,http://shop:8080/page/${n % 50},${elapsedOf(n)},0,0\n`,
  },
  'jtl-xml': {
    head: '<?xml version="1.0" encoding="UTF-8"?>\n<testResults version="1.2">\n',
    tail: '</testResults>\n',
    line: (n) =>
      `<httpSample t="${elapsedOf(n)}" it="0" lt="3" ct="0" ts="${timeOf(n)}" s="${n % 97 > 0}" lb="page ${n % 50}" rc="200" rm="OK" tn="users 1-${n % 100}" dt="text" by="5120"/>\n`,
  },
  k6: {
    line: (n) =>
      `{"metric":"http_req_duration","type":"Point","data":{"time":"${new Date(timeOf(n)).toISOString()}","value":${elapsedOf(n)}.25,"tags":{"expected_response":"${n % 97 > 0}","method":"GET","name":"http://shop/page/${n % 50}","status":"200"}}}\n`,
  },
  vegeta: {
    line: (n) =>
      `{"attack":"","seq":${n},"code":200,"timestamp":"${new Date(timeOf(n)).toISOString()}","latency":${elapsedOf(n)}000000,"bytes_out":0,"bytes_in":5,"error":"","body":null,"method":"GET","url":"http://shop/page/${n % 50}","headers":null}\n`,
  },
}

function timeOf(request: number): number {
  return start + (request % 3_600_000)
}

function elapsedOf(request: number): number {
  return 1 + ((request * 7919) % 1009)
}

const [name] = process.argv.slice(2).filter((word) => Object.hasOwn(lines, word))
if (name === undefined)
  for (const one of Object.keys(lines))
    process.stdout.write(execFileSync(process.execPath, [import.meta.filename, one], { encoding: 'utf8' }))
else await measure(name)

async function measure(one: string): Promise<void> {
  const { head = '', tail = '', line } = lines[one]!
  let bytes = 0
  let makingMicros = 0
  const chunks = async function* () {
    const encoder = new TextEncoder()
    const pieceOf = (text: string) => {
      const piece = encoder.encode(text)
      bytes += piece.length
      return piece
    }
    yield pieceOf(head)
    for (let request = 0; bytes < bytesWanted;) {
      const before = process.cpuUsage()
      const piece = pieceOf(Array.from({ length: 500 }, () => line(request++)).join(''))
      makingMicros += process.cpuUsage(before).user
      yield piece
    }
    yield pieceOf(tail)
  }
  const before = process.cpuUsage()
  const { total } = await readLoadResults(chunks())
  const { user, system } = process.cpuUsage(before)
  const seconds = (user + system - makingMicros) / 1e6
  const memory = process.resourceUsage().maxRSS / 1024
  process.stdout.write(
    `${one.padEnd(8)} ${(bytes / 1e6).toFixed(0)} MB, ${total.requests} requests: ${(bytes / 1e6 / seconds).toFixed(0)} MB/s, ${memory.toFixed(0)} MiB at most\n`,
  )
}
