/** Programs that make a load, and the files that they write. */
import fs from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { experimentFileSchema } from '../../../experiment/file/experiment-schema.ts'
import { startLoad } from './start-load.ts'

let directory: string
beforeEach(() => void (directory = fs.mkdtempSync(join(tmpdir(), 'hearth-load-'))))
afterEach(() => fs.rmSync(directory, { recursive: true }))

test('requests of an earlier run are not in the results of a command that adds to its file', async () => {
  const file = join(directory, 'requests.jtl')
  const jtl = 'timeStamp,elapsed,label,success\n1795000000000,5,page,true\n'
  fs.writeFileSync(file, jtl)
  const load = {
    ...{ seconds: 60, command: ['sh', '-c', 'cat more >> requests.jtl'] },
    results: { format: 'jtl', file: 'requests.jtl' },
  }
  fs.writeFileSync(join(directory, 'more'), jtl)
  const text = experimentFileSchema.parse({ name: 'shop', service: 'shop', load })
  const runDirectory = fs.mkdtempSync(join(directory, 'run-'))
  using lock = openNothing()
  const running = await startLoad(text.load, {
    ...{ directory, runDirectory, ports: new Map(), lock: lock.descriptor },
    ...{ compose: { command: [], env: {} }, hasStarted: () => Promise.resolve(true) },
  })
  expect((await running.readResults(null)).total.requests).toBe(1)
})

function openNothing() {
  const descriptor = fs.openSync('/dev/null', 'r')
  return { descriptor, [Symbol.dispose]: () => fs.closeSync(descriptor) }
}
