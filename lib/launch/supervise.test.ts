import { spawn } from 'node:child_process'
import { expect, test } from 'vitest'
import { keepRunning } from './supervise.ts'

const run = (code: string) => () => spawn(process.execPath, ['-e', code], { stdio: ['ignore', 'pipe', 'pipe'] })

test('a program that ends is started again', async () => {
  const stopping = new AbortController()
  let starts = 0
  const start = run(`console.log('up'); setTimeout(() => process.exit(3), 50)`)
  const onLine = () => {
    if (++starts === 2) stopping.abort()
    return true
  }
  const lines: string[] = []
  await keepRunning({ name: 'web', start, onLine }, (line) => lines.push(line), stopping.signal)
  expect(lines[0]).toBe('The web ended (exit code 3); starting it again in 0.5 s.')
})

test('a program that never works is given up, and what it said is shown', async () => {
  const lines: string[] = []
  const start = run(`console.error('the port is taken'); process.exit(1)`)
  const running = keepRunning({ name: 'web', start }, (line) => lines.push(line), new AbortController().signal)
  await expect(running).rejects.toThrow('the web ended 3 times in a row (exit code 1)')
  expect(lines).toContain('web: the port is taken')
})

test('on stop a program may end in its own way', async () => {
  const stopping = new AbortController()
  const lines: string[] = []
  const start = run(
    `process.on('SIGTERM', () => { console.log('saved'); process.exit(0) }); setInterval(() => {}, 1e6); console.log('up')`,
  )
  const onLine = (line: string) => {
    if (line === 'up') stopping.abort()
    else lines.push(line)
    return true
  }
  await keepRunning({ name: 'web', start, onLine }, () => undefined, stopping.signal)
  expect(lines).toEqual(['saved'])
})

test('a program that takes its time to stop is asked again where a person is in a hurry', async () => {
  const stopping = new AbortController()
  const hurry = new AbortController()
  const lines: string[] = []
  const start = run(
    `process.on('SIGTERM', () => console.log('keeping'))
     process.on('SIGINT', () => { console.log('left'); process.exit(0) }); setInterval(() => {}, 1e6); console.log('up')`,
  )
  const onLine = (line: string) => {
    lines.push(line)
    if (line === 'up') stopping.abort()
    if (line === 'keeping') hurry.abort()
    return true
  }
  await keepRunning({ name: 'web', start, onLine }, () => undefined, stopping.signal, hurry.signal)
  expect(lines).toEqual(['up', 'keeping', 'left'])
})
