import { expect, test } from 'vitest'
import { experimentFileSchema } from '../file/experiment-schema.ts'
import { buildJMeterCommand, buildK6Command } from './load-command.ts'
import { fillPorts, listPortVariables, redirectUrl } from './ports.ts'

const ports = new Map([[8080, 32_768]])
const read = (more: object) => experimentFileSchema.parse({ name: 'clinic', service: 'web', ...more })

test("JMeter gets the experiment's properties, and in which form to write", () => {
  const load = { seconds: 90, jmeter: 'plan.jmx', properties: { port: '${PORT_8080}', users: 20 }, heap: '512m' }
  const files = { results: '/out/load.jtl', log: '/out/jmeter.log', stopPort: 4000 }
  const { command, env } = buildJMeterCommand(read({ load }).load, files, ports)
  expect(command.slice(0, 11)).toEqual([
    ...['jmeter', '-n', '-t', 'plan.jmx', '-l', '/out/load.jtl', '-j', '/out/jmeter.log'],
    ...['-Jseconds=90', '-Jport=32768', '-Jusers=20'],
  ])
  expect(command).toContain('-Jjmeter.save.saveservice.output_format=csv')
  expect(command).toContain('-Jjmeter.save.saveservice.timestamp_format=ms')
  expect(env).toEqual({ HEAP: '-Xms512m -Xmx512m', JAVA_TOOL_OPTIONS: '-Xmx512m' })
})

test('ports of the compose file lead to those of the run, others stay', () => {
  expect(listPortVariables(ports)).toEqual({ PORT_8080: '32768' })
  expect(fillPorts('http://127.0.0.1:${PORT_8080}/${PORT_9} $PORT_8080', ports)).toBe(
    'http://127.0.0.1:32768/${PORT_9} $PORT_8080',
  )
  expect(redirectUrl('http://localhost:8080/health?a=b', ports)).toBe('http://127.0.0.1:32768/health?a=b')
  expect(redirectUrl('http://localhost:8081/', ports)).toBe('http://localhost:8081/')
  expect(redirectUrl('http://example.com:8080/', ports)).toBe('http://example.com:8080/')
})

test('k6 gets its variables and where to write; the script alone says what the load is', () => {
  const load = { seconds: 90, k6: 'script.js', properties: { base: 'http://127.0.0.1:${PORT_8080}', users: 20 } }
  const { command, env } = buildK6Command(read({ load }).load, '/out/load.json', ports)
  expect(command.slice(0, 2)).toEqual(['k6', 'run'])
  expect(command.slice(-9)).toEqual([
    ...['--out', 'json=/out/load.json', '-e', 'seconds=90', '-e', 'base=http://127.0.0.1:32768', '-e', 'users=20'],
    'script.js',
  ])
  expect(env).toEqual({})
})
