import { expect, it } from 'vitest'
import { readPreviewView } from './preview-view.ts'

it('gives links of the same image one query', () => {
  expect(readPreviewView('').query).toBe('')
  expect(readPreviewView('case=1&tab=table&sel=ab').query).toBe('')
  expect(readPreviewView('case=1&q=shop').query).toBe('q=shop&case=1')
})

it('leaves out a search that cannot be run, and the case of it', () => {
  expect(readPreviewView('q=/(/&case=1&chip=shop')).toMatchObject({ searches: [{ text: 'shop' }], query: 'chip=shop' })
})
