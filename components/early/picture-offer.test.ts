import { beforeEach, describe, expect, it, vi } from 'vitest'
import { endPicture, movePicture, offerPicture } from './picture-offer.ts'

const place = (dataset: DOMStringMap = {}) => ({ dataset }) as HTMLElement

describe('the first picture', () => {
  beforeEach(endPicture)

  it('is drawn once more where the page put a place of its own, and only there', () => {
    const end = vi.fn()
    const draw = vi.fn(() => end)
    const found = place()
    offerPicture(found, draw)
    const own = place()
    movePicture(own)
    expect(draw.mock.calls).toEqual([[found], [own]])
    expect(end).toHaveBeenCalledOnce()
  })

  it('stays where the page kept the place', () => {
    const draw = vi.fn(() => () => undefined)
    offerPicture(place(), draw)
    movePicture(place({ drawn: '' }))
    expect(draw).toHaveBeenCalledOnce()
  })

  it('ends when the graph is there, once', () => {
    const end = vi.fn()
    offerPicture(place(), () => end)
    endPicture()
    endPicture()
    expect(end).toHaveBeenCalledOnce()
  })

  it('is none of a page that nobody drew for', () => {
    expect(() => movePicture(place())).not.toThrow()
  })
})
