/** The least experiment: one configuration of the shop, profiled once in 12 s of load by one customer. */
import fs from 'node:fs'
import { join } from 'node:path'

/** Each request is a line of a JTL on standard output. */
const customer = `
const [url, seconds] = process.argv.slice(2)
const end = Date.now() + Number(seconds) * 1000
console.log('timeStamp,elapsed,label,responseCode,success')
while (Date.now() < end) {
  const start = Date.now()
  const answer = await fetch(url + '/health')
  await answer.text()
  console.log([start, Date.now() - start, 'health', answer.status, answer.ok].join(','))
}
`

/** Writes its files for the shop of `image` into a directory that is there, and gives the text of experiment.yaml. */
export function writeShopExperiment(directory: string, image: string): string {
  const write = (name: string, text: string) => fs.writeFileSync(join(directory, name), text)
  const load = `['${process.execPath}', customer.mjs, 'http://127.0.0.1:\${PORT_8080}', '12']`
  const experiment = `{ name: shop, service: shop, repetitions: 1, most_other_work_percent: 100, warm_up: { seconds: 1 }, capture: { seconds: 2 },
    ready: { url: 'http://localhost:8080/health' }, load: { seconds: 12, command: ${load}, results: { format: jtl } } }\n`
  write('compose.yaml', `services: { shop: { image: '${image}', ports: ['8080:8080'] } }\n`)
  write('customer.mjs', customer)
  write('experiment.yaml', experiment)
  return experiment
}
