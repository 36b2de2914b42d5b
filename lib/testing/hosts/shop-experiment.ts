/** Experiments with the shop, under the load of one customer. */
import fs from 'node:fs'
import { join } from 'node:path'

/** Each request is a line of a JTL on standard output. With a body it is a POST. */
const customer = `
const [url, seconds, body] = process.argv.slice(2)
const end = Date.now() + Number(seconds) * 1000
const request = body === undefined ? {} : { method: 'POST', body }
console.log('timeStamp,elapsed,label,responseCode,success')
while (Date.now() < end) {
  const start = Date.now()
  const answer = await fetch(url, request)
  await answer.text()
  console.log([start, Date.now() - start, new URL(url).pathname, answer.status, answer.ok].join(','))
}
`

interface ShopLoad {
  readonly path?: string
  /** Sent as JSON. */
  readonly body?: object
  readonly seconds?: number
  /** Of experiment.yaml, besides. */
  readonly keys?: object
}

/** The least experiment: one configuration, profiled once. */
const leastKeys = { repetitions: 1, warm_up: { seconds: 1 }, capture: { seconds: 2 } }

/** Writes its files for the shop of `image` into a directory that is there, and gives the text of experiment.yaml. */
export function writeShopExperiment(
  directory: string,
  image: string,
  { path = '/health', body, seconds = 12, keys = leastKeys }: ShopLoad = {},
): string {
  const write = (name: string, text: string) => fs.writeFileSync(join(directory, name), text)
  const sent = body === undefined ? [] : [JSON.stringify(body)]
  const command = [process.execPath, 'customer.mjs', `http://127.0.0.1:\${PORT_8080}${path}`, `${seconds}`, ...sent]
  const experiment = `${JSON.stringify({
    ...{ name: 'shop', service: 'shop', most_other_work_percent: 100, ...keys },
    ready: { url: 'http://localhost:8080/health' },
    load: { seconds, command, results: { format: 'jtl' } },
  })}\n`
  write('compose.yaml', `services: { shop: { image: '${image}', ports: ['8080:8080'] } }\n`)
  write('customer.mjs', customer)
  write('experiment.yaml', experiment)
  return experiment
}
