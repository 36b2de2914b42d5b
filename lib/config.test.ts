import { expect, test } from 'vitest'
import { readConfig } from './config.ts'
import { isProblem } from './errors.ts'

function complaintOf(env: Record<string, string>): string {
  try {
    readConfig(env)
  } catch (error) {
    if (isProblem(error)) return error.toJSON().title
    throw error
  }
  return ''
}

test.each([
  ['HEARTH_PORT', '99999', 'from 1 to 65535'],
  ['HEARTH_PORT', '-1', 'from 1 to 65535'],
  // As Kubernetes sets it where a Service is called hearth.
  ['HEARTH_PORT', 'tcp://10.0.0.7:7117', 'from 1 to 65535'],
  ['HEARTH_WEB_UID', '0', 'from 1 to 4294967294'],
  ['HEARTH_CAPTURES_AT_ONCE', '1.5', 'a whole number from 1'],
  ['HEARTH_QUOTA_BYTES', '20 GB', 'a whole number from 1'],
  ['HEARTH_PARSER_SECONDS', '0', 'a whole number from 1'],
  ['HEARTH_INSTALL', 'no', '0 or 1'],
  ['HEARTH_KUBERNETES_PULL', 'never', 'Always, IfNotPresent or Never'],
  ['HEARTH_KUBERNETES_CALLBACK', 'hearth.example', 'an address that begins with http:// or https://'],
  ['HEARTH_DATA', 'data', 'an absolute path'],
])('%s=%s is named with its value and with what it must be', (name, value, bounds) => {
  expect(complaintOf({ [name]: value })).toBe(`${name} is ${value}; it must be ${bounds}.`)
})

test('all that is wrong is named at once, each variable once', () => {
  expect(complaintOf({ HEARTH_PORT: '-1.5', HEARTH_RUN: 'run' })).toBe(
    'HEARTH_PORT is -1.5; it must be from 1 to 65535. HEARTH_RUN is run; it must be an absolute path.',
  )
  expect(complaintOf({ HEARTH_TLS_KEY: '/key.pem' })).toBe(
    'HEARTH_TLS_CERT is not set; a certificate and its key go together.',
  )
})

test('an empty variable is an unset one', () => {
  expect(readConfig({ HEARTH_PORT: '' }).port).toBe(7117)
})
