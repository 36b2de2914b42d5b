import { describe, expect, test } from 'vitest'
import { createPerfDataCounter } from './perf-data-counter.ts'

const sample = record(9, new Uint8Array(40))
const comm = record(3, new Uint8Array(24))

function record(type: number, body: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(8 + body.length)
  const view = new DataView(bytes.buffer)
  view.setUint32(0, type, true)
  view.setUint16(6, bytes.length, true)
  bytes.set(body, 8)
  return bytes
}

function numbers(...values: number[]): Uint8Array {
  const bytes = new Uint8Array(values.length * 8)
  values.forEach((value, index) => new DataView(bytes.buffer).setBigUint64(index * 8, BigInt(value), true))
  return bytes
}

function fileOf(records: Uint8Array[], recordsBegin = 200): Uint8Array {
  const head = new Uint8Array(recordsBegin)
  new DataView(head.buffer).setBigUint64(40, BigInt(recordsBegin), true)
  return Buffer.concat([head, ...records])
}

function count(file: Uint8Array, chunkBytes: number) {
  const counter = createPerfDataCounter()
  for (let at = 0; at < file.length; at += chunkBytes) counter.push(file.subarray(at, at + chunkBytes))
  return { samples: counter.samples, lostSamples: counter.lostSamples, recordBytes: counter.recordBytes }
}

describe('the counter of a growing perf.data file', () => {
  test('counts samples and both kinds of losses wherever the bytes are cut', () => {
    const lost = record(2, numbers(7, 5))
    const lostSamples = record(13, numbers(3))
    const file = fileOf([comm, sample, lost, sample, lostSamples, sample])
    const expected = { samples: 3, lostSamples: 8, recordBytes: file.length - 200 }
    for (const chunkBytes of [1, 7, 8, 64, 201, file.length]) expect(count(file, chunkBytes)).toEqual(expected)
  })

  test('says where in the file BPF programs come and go, wherever the bytes are cut', () => {
    const kernelSymbol = record(17, new Uint8Array(128))
    const file = fileOf([comm, kernelSymbol, sample, kernelSymbol])
    const expected = [200 + comm.length, 200 + comm.length + kernelSymbol.length + sample.length]
    for (const chunkBytes of [1, 64, file.length]) {
      const counter = createPerfDataCounter()
      for (let at = 0; at < file.length; at += chunkBytes) counter.push(file.subarray(at, at + chunkBytes))
      expect(counter.kernelSymbols).toEqual(expected)
    }
  })

  test('leaves out a record that is not whole yet', () => {
    const file = fileOf([sample, sample])
    expect(count(file.subarray(0, file.length - 1), 16)).toEqual({
      samples: 1,
      lostSamples: 0,
      recordBytes: sample.length,
    })
  })

  test('keeps what it has when a record has an impossible size', () => {
    const broken = record(9, new Uint8Array(0))
    new DataView(broken.buffer).setUint16(6, 0, true)
    expect(count(fileOf([sample, broken, sample]), 32).samples).toBe(1)
  })

  test('counts nothing in a file that is no perf.data', () => {
    expect(count(new Uint8Array(1000).fill(0xff), 100).samples).toBe(0)
  })
})
