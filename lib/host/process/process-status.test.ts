import { expect, test } from 'vitest'
import { parseStat, parseStatus } from './process-status.ts'

test('the last of the namespace PIDs is the one the process sees', () => {
  const text =
    'Name:\tjava\nUid:\t1\t103\t1\t1\nGid:\t1\t1000\t1\t1\nNSpid:\t48211\t17\t7\nGroups:\t4 27 \nThreads:\t31\nVmRSS:\t  2048 kB\nShdPnd:\t0000000000000004\nSigIgn:\t0000000000000000\nSigCgt:\t2000000181005ccf\nCapPrm:\t0000000000000400\n'
  expect(parseStatus(text, 48211)).toEqual({
    uid: 103,
    gid: 1000,
    groups: [4, 27],
    hasCapabilities: true,
    namespacePid: 7,
    signalsCaught: 0x2000000181005ccfn,
    signalsIgnored: 0n,
    signalsPending: 4n,
    threads: 31,
    residentBytes: 2048 * 1024,
  })
})

test('a kernel that prints no namespace PIDs has none', () => {
  expect(parseStatus('Name:\tjava\n', 42).namespacePid).toBe(42)
})

test('a process may call itself anything without moving the fields of its stat', () => {
  const fields = 'S 1 2 3 4 5 6 7 8 9 10 100 20 13 14 15 16 31 18 123456 20 512'
  for (const name of ['java', 'a) R 9', 'x\ny (z) )']) {
    expect(parseStat(`42 (${name}) ${fields}`)).toEqual({
      state: 'S',
      parentPid: 1,
      cpuTicks: 120,
      threads: 31,
      startTicks: '123456',
      residentPages: 512,
    })
  }
})
