import { describe, expect, test } from 'vitest'
import { maskArguments, maskText, maskValue } from './mask-secrets.ts'

const secret = 'hunter2Canary'

describe('secrets in command lines', () => {
  test.each([
    [`-Dpassword=${secret}`],
    [`-Djavax.net.ssl.keyStorePassword=${secret}`],
    [`-Dspring.datasource.password="${secret}"`],
    [`--db.passwd=${secret}`],
    [`--api-key=${secret}`],
    [`API_TOKEN=${secret}`],
    [`-Durl=jdbc:postgresql://db/shop?user=app&password=${secret}&ssl=true`],
    [`-Durl=jdbc:oracle:thin:scott/${secret}@db:1521/x`],
    [`https://app:${secret}@example.org/path`],
    [`redis://:${secret}@cache:6379`],
    [`https://app:p@ss${secret}@example.org/path`],
    [`-Durl=https://app:${secret}@a.org,https://app:${secret}@b.org`],
    [`amqp://${secret}@queue`],
    [`-javaagent:/opt/agent.jar=host=a,apiKey=${secret},port=1`],
    [`-Dconfig={"secret": "${secret}"}`],
    [`Authorization: Bearer ${secret}`],
    [`-Dheader=Basic ${secret}`],
    [`-Dspring.datasource.pw=${secret}`],
    [`-Dbearer=${secret}`],
    [`-Dcard.pin=${secret}`],
    [`-Djasypt.encryptor=${secret}`],
    [`-Durl.sig=${secret}`],
    [`-XX:OnError=curl -H 'token: ${secret}' http://x`],
  ])('%s', (arg) => {
    const [masked] = maskArguments([arg])
    expect(masked).not.toContain(secret)
    expect(masked).toContain('***')
  })

  test.each([['--password'], ['-token'], ['--client-secret'], ['-apikey']])('%s and its value', (name) => {
    expect(maskArguments(['java', name, secret, '--port', '80'])).toEqual(['java', name, '***', '--port', '80'])
  })

  test('short options of other tools, but no port', () => {
    expect(maskArguments(['-p', secret, '-p', '8080', '-u', `app:${secret}`, '--user', `app:${secret}`])).toEqual([
      '-p',
      '***',
      '-p',
      '8080',
      '-u',
      'app:***',
      '--user',
      'app:***',
    ])
    expect(maskArguments(['-u', 'app', '-p', '--verbose'])).toEqual(['-u', 'app', '-p', '--verbose'])
  })

  test('a value that only a machine would have written', () => {
    expect(maskArguments(['-Dlicence=q8ZtR2vXkL9mWb4Yc7NpD3sFh6Jg'])).toEqual(['-Dlicence=***'])
    const known = [
      '-Dapp.version=2026.11.23-RELEASE',
      '-Dname=ShopCheckoutServiceProduction1',
      '-Dsha=9f86d081884c7d659a2feaa0c55ad015',
    ]
    expect(maskArguments(known)).toEqual(known)
  })

  test('an option after a switch that only sounds secret stays', () => {
    expect(maskArguments(['--no-auth', '--port', '80'])).toEqual(['--no-auth', '--port', '80'])
  })

  test.each([
    ['eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.c2lnbmF0dXJl'],
    ['AKIAIOSFODNN7EXAMPLE'],
    ['ghp_0123456789abcdefghijklmnopqrstuvwxyz'],
    ['glpat-0123456789abcdefghij'],
    ['xoxb-123456789012-abcdefghijkl'],
    ['-----BEGIN RSA PRIVATE KEY-----\nMIIEow\n-----END RSA PRIVATE KEY-----'],
    ['-----BEGIN PRIVATE KEY-----\nMIIEow'],
  ])('a value of a known shape: %s', (shape) =>
    expect(maskArguments([`-Dx=before ${shape}`])).toEqual(['-Dx=before ***']),
  )

  test('what a person needs to see stays', () => {
    const args = [
      'java',
      '-Xmx96m',
      '-XX:+UseG1GC',
      '-cp',
      '/opt/shop.jar',
      '-Dserver.port=80',
      'com.acme.Shop',
      'author=acme',
    ]
    expect(maskArguments(args)).toEqual(args)
  })

  test('the name of a value decides too, an empty value stays empty', () => {
    expect(maskValue('com.acme.password', secret)).toBe('***')
    expect(maskValue('com.acme.password', '')).toBe('')
    expect(maskValue('com.acme.team', 'shop')).toBe('shop')
  })

  test('a megabyte made to be slow is masked all the same', () => {
    for (const part of ['a', 'pass', 'password', 'https://', 'eyJ.', 'password=', '-----BEGIN PRIVATE KEY-----']) {
      expect(maskText(part.repeat(2 ** 20 / part.length)).length).toBeGreaterThan(0)
    }
  })
})
