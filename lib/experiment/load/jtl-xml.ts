/**
 * JMeter's results as XML. Of nested samples those of a transaction are requests of their own; redirects and embedded
 * files are part of the request that holds them.
 *
 * Source: https://jmeter.apache.org/usermanual/listeners.html#xmlformat2.1
 */
import sax from 'sax'
import { Problem } from '../../errors.ts'
import { transactionMessage } from './jtl-csv.ts'
import type { LoadResults } from './load-results.ts'
import type { RequestSummary } from './summarise-requests.ts'

const samples = new Set(['httpSample', 'sample'])

/** Reads a JTL file in XML. Throws: Problem `unreadable-results` with the line. */
export async function readJtlXml(chunks: AsyncIterable<Uint8Array>, summary: RequestSummary): Promise<LoadResults> {
  const parser = sax.parser(true, { position: true })
  /** Whether each open sample is a transaction. */
  const open: boolean[] = []
  let isInResults = false
  let failure: Problem | null = null
  const fail = (what: string) => {
    failure ??= new Problem('unreadable-results', {
      reason: `line ${parser.line + 1} of the JTL cannot be read: ${what}`,
    })
  }
  parser.onerror = (error) => fail(error.message.split('\n')[0]!.replace(/\.$/, ''))
  parser.onopentag = ({ name, attributes }) => {
    if (!isInResults) {
      isInResults = name === 'testResults'
      if (!isInResults) fail(`it begins with <${name}>, not with <testResults>`)
      return
    }
    if (!samples.has(name)) return
    const { t, ts, s, lb, rm = '' } = attributes as Record<string, string>
    const isTransaction = rm.startsWith(transactionMessage)
    // A sample within another, as of a redirect, is a part of that one; a transaction only groups its samples.
    const isCounted = open.every((isOpenTransaction) => isOpenTransaction)
    open.push(isTransaction)
    if (!isCounted) return
    if (lb === undefined || !isWhole(t) || !isWhole(ts) || (s !== 'true' && s !== 'false')) {
      fail(`<${name}> needs the attributes t, ts, s and lb`)
      return
    }
    summary.add({ label: lb, startMs: Number(ts), elapsedMs: Number(t), isError: s === 'false', isTransaction })
  }
  parser.onclosetag = (name) => {
    if (samples.has(name)) open.pop()
  }
  const decoder = new TextDecoder()
  const write = (text: string) => {
    parser.write(text)
    if (failure !== null) throw failure
  }
  for await (const chunk of chunks) write(decoder.decode(chunk, { stream: true }))
  write(decoder.decode())
  parser.close()
  if (failure !== null) throw failure as Problem
  return summary.finish({ format: 'jtl', omission: 'possible', hasClock: true })
}

function isWhole(text: string | undefined): boolean {
  return text !== undefined && /^\d+$/.test(text)
}
